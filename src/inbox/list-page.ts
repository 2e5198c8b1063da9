import { html } from 'hono/html';
import type { ApprovalsListed, ApprovalSummary } from '../people/approver.ts';
import { approvalPath } from './paths.ts';
import { type Html, inLine, type Page } from './page.ts';
import { shownText } from './shown-value.ts';
import { standing, timeLeft, timeOf } from './wording.ts';

/** What waits, one page of it. */
export function listPage({ approvals, next }: Omit<ApprovalsListed, 'kind'>, now: number): Page {
  return {
    title: 'What waits',
    main: html`${
      approvals.length === 0
        ? html`<p>Nothing waits for an answer here.</p>`
        : html`<ul class="waiting">
            ${approvals.map((one) => item(one, now))}
          </ul>`
    }
    ${next === null ? '' : html`<p><a rel="next" href="/?after=${encodeURIComponent(next)}">More that waits</a></p>`}`,
  };
}

function item(approval: ApprovalSummary, now: number): Html {
  const { approvalId, capability, askedAt, expiresAt } = approval;
  return html`<li>
    <a href="${approvalPath(approvalId)}">${inLine(shownText(capability))} <small>${approvalId}</small></a>
    <p>${standing(approval)}</p>
    <p>Asked for at ${timeOf(askedAt)}; expires ${timeLeft(expiresAt, now)}, at ${timeOf(expiresAt)}.</p>
  </li>`;
}

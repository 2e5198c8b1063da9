import { html } from 'hono/html';
import type { ActionTarget } from '../action/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ApprovalDetail, ShownArgument } from '../people/approver.ts';
import { approvalPath } from './paths.ts';
import { type Html, inBox, inLine, type Page } from './page.ts';
import { type ShownValue, shownText, shownValue } from './shown-value.ts';
import { needs, standing, timeLeft, timeOf, valueWarnings } from './wording.ts';

/** From how many characters on the length of a value is told, so that its end is looked for. */
const long = 400;

/**
 * One action, in full: nothing is folded, cut or left out, and the buttons come after everything. `token` goes with
 * the answer.
 */
export function actionPage(approval: ApprovalDetail, token: string, now: number): Page {
  const { capability, status, target, facts } = approval;
  return {
    title: capability,
    main: html`<p>${standing(approval)}</p>
      ${section('why', 'Why a person is needed', reasonsOf(approval))}
      ${section('who', 'Who asks', whoAsks(approval))}
      ${section('target', 'What it is done to', target === null ? nothing : targetOf(target))}
      ${section('facts', 'What the application says about it', facts === null ? nothing : membersOf(facts))}
      ${section('arguments', 'What the agent proposes', argumentsOf(approval.arguments))}
      ${section('binding', 'What an answer is about', bindingOf(approval, now))}
      ${status === 'pending' ? section('answer', 'Your answer', answerForms(approval, token)) : ''}`,
  };
}

const nothing = html`<p>Nothing.</p>`;

function section(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

function reasonsOf({ reasons, policy }: ApprovalDetail): Html {
  if (reasons.length === 0) return html`<p>People were asked about this call before.</p>`;
  return html`<ul>
      ${reasons.map((reason) => html`<li>${needs[reason]}</li>`)}
    </ul>
    ${policy === null ? '' : html`<p>Its code: <code>${policy}</code></p>`}`;
}

function whoAsks({ principal, subject, agent, conversation }: ApprovalDetail): Html {
  const named = Object.entries({ principal, subject, agent, conversation });
  return html`<dl>${named.map(([role, id]) => identity(role, id))}</dl>`;
}

function identity(role: string, id: string | null): Html | '' {
  if (id === null) return '';
  const shown = shownText(id);
  return html`<div>
    <dt>${role}</dt>
    <dd>${inLine(shown)} ${warningsOf(shown)} ${inAscii(shown)}</dd>
  </div>`;
}

function argumentsOf(list: readonly ShownArgument[]): Html {
  if (list.length === 0) return html`<p>It has no arguments.</p>`;
  return html`<dl>
    ${list.map(({ name: of, value: is, role, doubtful }) =>
      entry(of, is, html`${role === null ? '' : ` (${role})`}`, doubtful),
    )}
  </dl>`;
}

function targetOf({ type, identity: id, version }: ActionTarget): Html {
  return membersOf({ type, identity: id, version });
}

function membersOf(object: JsonObject): Html {
  if (Object.keys(object).length === 0) return nothing;
  return html`<dl>${Object.entries(object).map(([of, is]) => entry(of, is, '', false))}</dl>`;
}

function entry(of: string, is: Json, role: Html | '', doubtful: boolean): Html {
  const title = shownText(of);
  const shown = shownValue(is);
  return html`<div>
    <dt>${inLine(title)}${role}</dt>
    <dd>
      ${warningsOf(title)} ${inAscii(title)}
      ${doubtful ? html`<p class="warning">Nobody vouches for this value.</p>` : ''}
      ${shown.length >= long ? html`<p class="note">${shown.length} characters, all of them here:</p>` : ''}
      ${warningsOf(shown)} ${inBox(shown)} ${inAscii(shown)}
    </dd>
  </div>`;
}

function warningsOf({ warnings }: ShownValue): readonly Html[] {
  return warnings.map((one) => html`<p class="warning">${valueWarnings[one]}</p>`);
}

function inAscii({ ascii }: ShownValue): Html | '' {
  if (ascii === null) return '';
  return html`<p class="note">In ASCII, in its own order:</p>
    <code class="value">${ascii}</code>`;
}

function bindingOf(approval: ApprovalDetail, now: number): Html {
  const { actionDigest, approvalId, executionId, askedAt, expiresAt, quorum, votes } = approval;
  return html`<p>Exactly what stands above, once. If any of it changes, the answer does not count.</p>
    <dl>
      ${[
        ['Action digest', html`<code>${actionDigest}</code>`],
        ['Approval', html`<code>${approvalId}</code>`],
        ['Execution', html`<code>${executionId}</code>`],
        ['Asked for', timeOf(askedAt)],
        ['Expires', `${timeOf(expiresAt)}${now < expiresAt ? `, ${timeLeft(expiresAt, now)}` : ''}`],
        [
          'Agreed so far',
          html`${votes.length} of
          ${quorum}${votes.map(({ approver }) => html` ${inLine(shownText(approver))}`)}`,
        ],
      ].map(
        ([title, content]) =>
          html`<div>
            <dt>${title}</dt>
            <dd>${content}</dd>
          </div>`,
      )}
    </dl>`;
}

function answerForms({ approvalId, actionDigest, capability }: ApprovalDetail, token: string): Html {
  const path = approvalPath(approvalId);
  const hidden = html`<input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="digest" value="${actionDigest}" />`;
  return html`<form method="post" action="${path}/approve">
      ${hidden}<button class="yes">Approve ${capability}</button>
    </form>
    <form method="post" action="${path}/reject">
      ${hidden}<label
        >Why not (optional, kept on record)<input name="reason" maxlength="500" autocomplete="off"
      /></label>
      <button class="no">Reject ${capability}</button>
    </form>`;
}

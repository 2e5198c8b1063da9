import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Approver, Outcome, ReadRecord } from 'countersign';
import { sqlite } from 'countersign/sqlite';
import { agreed } from './agreed.ts';
import { agreedDesk } from './agreed-desk.ts';
import { ana } from './captured.ts';
import { type Effect, Shop } from './shop.ts';

/** What became of one moment: the answer in a few words, and what then really happened in the shop. */
export interface Agreed {
  readonly answer: string;
  readonly effects: readonly Effect[];
}

/** The run, and what was written down. */
export interface AgreementRun {
  readonly observed: readonly Agreed[];
  readonly evidence: readonly ReadRecord[];
}

/** Lets the model propose and people answer, moment by moment, over a shop of its own. */
export async function agreementStory(folder: string): Promise<AgreementRun> {
  const shop = new Shop(join(folder, 'agreement.db'));
  const { boundary, session, approver } = await agreedDesk(shop, {
    store: sqlite(join(folder, 'agreement-boundary.db')),
    key: randomBytes(32),
  });
  try {
    const observed: Agreed[] = [];
    const waiting = new Map<string, string>();
    for (const step of agreed) {
      const before = shop.effects().length;
      let answer: string;
      if (step.does === 'agree') {
        answer = await agree(approver(step.who), waiting.get(step.callId) ?? '');
      } else {
        const outcome = await session.call(step.name, step.argumentsText, { callId: step.callId });
        if (outcome.kind === 'pending') waiting.set(step.callId, outcome.approvalId);
        answer = inWords(outcome);
      }
      observed.push({ answer, effects: shop.effects().slice(before) });
    }
    const evidence: ReadRecord[] = [];
    for await (const record of boundary.evidence(ana.tenant)) evidence.push(record);
    return { observed, evidence };
  } finally {
    await boundary.close();
    shop.close();
  }
}

/** What a page does: it shows everything, and the button brings back the digest of what was shown. */
async function agree({ approvals }: Approver, approvalId: string): Promise<string> {
  const seen = await approvals.show(approvalId);
  if (seen.kind === 'refused') return `refused: ${seen.reason}`;
  const answer = await approvals.approve(approvalId, { digest: seen.approval.actionDigest });
  if (answer.kind === 'refused') return `refused: ${answer.reason}`;
  return `${answer.status}: ${answer.votes} of ${answer.quorum}`;
}

function inWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'pending':
      return `pending: ${outcome.decision}`;
    case 'denied':
      return `denied: ${outcome.reason}`;
    default:
      return outcome.kind;
  }
}

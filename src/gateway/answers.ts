import { rejected, sealVotes, voted } from '../approval/index.ts';
import { type ApprovalFacts, approvalFacts, approverPrint, personPrint } from '../evidence/index.ts';
import type { AnswerAsked } from './asked.ts';
import { type Attempt, Denied } from './attempt.ts';
import { decide, type Deciding } from './decide.ts';
import type { GatewayApproved, GatewayRejected, GatewayVoted } from './gateway.ts';
import { receiptOf } from './receipt.ts';
import { voting, type Voting } from './voting.ts';

/** One person agrees. With as many as it takes the token is spent. */
export function approve(
  attempt: Attempt,
  token: unknown,
  asked: AnswerAsked,
): Promise<GatewayApproved | GatewayVoted | Denied> {
  const { wiring, action } = attempt;
  return answered(attempt, token, asked, ({ row, key, votes, person, at }, facts) => {
    const { quorum } = row;
    const all = [...votes, { approver: asked.approver.id, person, at }];
    const enough = all.length >= quorum;
    const next = voted(wiring.keys, row, { votes: sealVotes(key, row, all), enough, at });
    const type = enough ? 'approval.approved' : 'approval.voted';
    return {
      next,
      record: { type, ...facts, votes: all.length, quorum },
      answer: enough
        ? { kind: 'approved', receipt: receiptOf(next, action) }
        : { kind: 'voted', votes: all.length, quorum },
    };
  });
}

/** One person refuses, and that is the end of it. */
export function reject(
  attempt: Attempt,
  token: unknown,
  asked: AnswerAsked & { readonly reason: string | null },
): Promise<GatewayRejected | Denied> {
  return answered(attempt, token, asked, ({ row, at }, facts) => {
    const next = rejected(attempt.wiring.keys, row, at);
    const refusedUntil = next.refusedUntil ?? at;
    return {
      next,
      record: { type: 'approval.rejected', ...facts, refusedUntil, reason: asked.reason },
      answer: { kind: 'rejected', refusedUntil },
    };
  });
}

type Facts = ApprovalFacts & { readonly approver: string; readonly person: string };

/** One answer under a token. */
function answered<T>(
  attempt: Attempt,
  token: unknown,
  asked: AnswerAsked,
  make: (voting: Voting, facts: Facts) => Omit<Deciding<T>, 'row' | 'at'>,
): Promise<T | Denied> {
  return decide<T>(attempt, async () => {
    const judged = await voting(attempt, token, asked);
    if (judged instanceof Denied) return judged;
    const { row, key, person, at } = judged;
    const made = make(judged, {
      ...approvalFacts(key, row),
      approver: approverPrint(key, asked.approver.id),
      person: personPrint(key, person),
    });
    return { row, at, ...made };
  });
}

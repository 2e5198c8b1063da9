import { agreed, type Answering, disagreed } from '../acting/answering.ts';
import type { AnswerAsked } from './asked.ts';
import { type Attempt, Denied } from './attempt.ts';
import { type Answer, decide } from './decide.ts';
import type { GatewayApproved, GatewayRejected, GatewayVoted } from './gateway.ts';
import { isUnclassified } from './may-run.ts';
import { receiptOf } from './receipt.ts';
import { voting } from './voting.ts';

/** One person agrees. With as many as it takes the token is spent. */
export function approve(
  attempt: Attempt,
  token: unknown,
  asked: AnswerAsked,
): Promise<GatewayApproved | GatewayVoted | Denied> {
  return answered(attempt, token, asked, (answering) => {
    if (isUnclassified(attempt)) return new Denied('not_classified', answering.row);
    const yes = agreed(answering);
    const { next, votes } = yes;
    const answer: GatewayApproved | GatewayVoted =
      next.status === 'approved'
        ? { kind: 'approved', receipt: receiptOf(next, attempt.action) }
        : { kind: 'voted', votes, quorum: next.quorum };
    return { ...yes, answer };
  });
}

/** One person refuses, and that is the end of it. */
export function reject(
  attempt: Attempt,
  token: unknown,
  asked: AnswerAsked & { readonly reason: string | null },
): Promise<GatewayRejected | Denied> {
  return answered<GatewayRejected>(attempt, token, asked, (answering) => {
    const no = disagreed(answering, asked.reason);
    return { ...no, answer: { kind: 'rejected', refusedUntil: no.refusedUntil } };
  });
}

/** One answer under a token. */
function answered<T>(
  attempt: Attempt,
  token: unknown,
  asked: AnswerAsked,
  answer: (answering: Answering) => Answer<T> | Denied,
): Promise<T | Denied> {
  return decide<T>(attempt, async () => {
    const answering = await voting(attempt, token, asked);
    return answering instanceof Denied ? answering : answer(answering);
  });
}

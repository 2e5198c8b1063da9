import { rejected, sealVotes, type Vote, voted } from '../approval/index.ts';
import { approvalFacts, approverPrint, personPrint } from '../evidence/index.ts';
import type { SubjectKey } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Deciding } from './deciding.ts';

/** Somebody who may answer an approval that is pending, and does. */
export interface Answering {
  readonly row: ApprovalRow;
  /** Of the tenant. */
  readonly key: SubjectKey;
  /** Who agreed before: other persons. */
  readonly votes: readonly Vote[];
  /** The account that was authenticated, and the person behind it. */
  readonly approver: string;
  readonly person: string;
  /** Milliseconds since 1970 UTC; not yet expired then. */
  readonly at: number;
}

/** What the yes of one more person comes to. With as many `votes` as the quorum wants the action may run. */
export function agreed(answering: Answering): Deciding & { readonly votes: number } {
  const { row, key, approver, person, at } = answering;
  const all = [...answering.votes, { approver, person, at }];
  const [votes, { quorum }] = [all.length, row];
  const enough = votes >= quorum;
  return {
    row,
    next: voted(row, { votes: sealVotes(key, row, all), enough, at }),
    record: {
      type: enough ? 'approval.approved' : 'approval.voted',
      ...factsOf(answering),
      votes,
      quorum,
    },
    at,
    votes,
  };
}

/** What the no of one person comes to: the end, however many agreed. `reason`: in that person's own words, or null. */
export function disagreed(
  answering: Answering,
  reason: string | null,
): Deciding & { readonly refusedUntil: number } {
  const { row, at } = answering;
  const next = rejected(row, at);
  const refusedUntil = next.refusedUntil ?? at;
  return {
    row,
    next,
    record: { type: 'approval.rejected', ...factsOf(answering), refusedUntil, reason },
    at,
    refusedUntil,
  };
}

/** The account that answers and the person behind it, in fingerprints. */
function factsOf({ row, key, approver, person }: Answering) {
  return {
    ...approvalFacts(key, row),
    approver: approverPrint(key, approver),
    person: personPrint(key, person),
  };
}

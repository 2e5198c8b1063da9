import type { Acting } from '../acting/act.ts';
import { isRefused, refused } from '../acting/refused.ts';
import { rejected, sealVotes, voted } from '../approval/index.ts';
import { approvalFacts, approverPrint, personPrint } from '../evidence/index.ts';
import type { SubjectKey } from '../json/index.ts';
import { act } from './act.ts';
import type { Answered, ApproverRefusal } from './approver.ts';
import { closed, decide, type Deciding, seenElse } from './decide.ts';
import { type Found, over } from './found.ts';
import { judged } from './judged.ts';
import type { Viewer } from './viewer.ts';

/**
 * One person's yes. Who may say it is asked now; a person counts once, under whichever account; with as many as it takes
 * the action may run.
 */
export function approve(acting: Acting, id: string, digest: string): Promise<Answered | ApproverRefusal> {
  return act(acting, { act: 'approvals.approve', approval: id }, (viewer) =>
    decide(viewer, id, (found) => vote(viewer, found, digest)),
  );
}

/** One person's no, which ends it, however many agreed. */
export function reject(
  acting: Acting,
  id: string,
  { digest, reason }: { readonly digest: string; readonly reason: string | null },
): Promise<Answered | ApproverRefusal> {
  return act(acting, { act: 'approvals.reject', approval: id }, (viewer) =>
    decide(viewer, id, async (found) => {
      if (found.asked === null) return over(viewer, found);
      const standing = await judged(viewer, found, found.asked, 'withdraw');
      if (isRefused<ApproverRefusal>(standing)) return standing;
      const { row, key, asked, votes } = found;
      const at = viewer.wiring.time.now();
      const refusal = closed(found, at, ['pending']) ?? seenElse(asked, digest);
      if (refusal !== null) return refusal;
      const approval = rejected(viewer.wiring.keys, row, at);
      const refusedUntil = approval.refusedUntil ?? at;
      const who = people(key, viewer, standing.person);
      const facts = approvalFacts(key, row);
      const record = { type: 'approval.rejected', ...facts, ...who, refusedUntil, reason } as const;
      return { kind: 'deciding', at, approval, record, votes: votes.length };
    }),
  );
}

async function vote(viewer: Viewer, found: Found, digest: string): Promise<Deciding | ApproverRefusal> {
  if (found.asked === null) return over(viewer, found);
  const standing = await judged(viewer, found, found.asked, 'agree');
  if (isRefused<ApproverRefusal>(standing)) return standing;
  const { row, key, asked } = found;
  const at = viewer.wiring.time.now();
  const refusal = closed(found, at, ['pending']) ?? seenElse(asked, digest);
  if (refusal !== null) return refusal;
  if (standing.kind === 'unjudged') return refused('target_changed');
  const { person } = standing;
  if (found.votes.some((one) => one.person === person)) return refused('already_voted');
  const votes = [...found.votes, { approver: viewer.id, person, at }];
  const enough = votes.length >= row.quorum;
  return {
    kind: 'deciding',
    at,
    approval: voted(viewer.wiring.keys, row, { votes: sealVotes(key, row, votes), enough, at }),
    record: {
      type: enough ? 'approval.approved' : 'approval.voted',
      ...approvalFacts(key, row),
      ...people(key, viewer, person),
      votes: votes.length,
      quorum: row.quorum,
    },
    votes: votes.length,
  };
}

/** The account that answers and the person behind it, in fingerprints. */
function people(key: SubjectKey, { id }: Viewer, person: string) {
  return { approver: approverPrint(key, id), person: personPrint(key, person) };
}

import type { Acting } from '../acting/act.ts';
import { agreed, type Answering, disagreed } from '../acting/answering.ts';
import { isRefused, refused } from '../acting/refused.ts';
import { act } from './act.ts';
import type { Answered, ApproverRefusal } from './approver.ts';
import { type Answer, closed, decide, seenElse } from './decide.ts';
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
      if (isRefused(standing)) return standing;
      const at = viewer.wiring.time.now();
      const refusal = closed(found, at, ['pending']) ?? seenElse(found.asked, digest);
      if (refusal !== null) return refusal;
      const no = disagreed(answering(viewer, found, standing.person, at), reason);
      return { kind: 'deciding', ...no, votes: found.votes.length };
    }),
  );
}

async function vote(viewer: Viewer, found: Found, digest: string): Promise<Answer | ApproverRefusal> {
  if (found.asked === null) return over(viewer, found);
  const standing = await judged(viewer, found, found.asked, 'agree');
  if (isRefused(standing)) return standing;
  const at = viewer.wiring.time.now();
  const refusal = closed(found, at, ['pending']) ?? seenElse(found.asked, digest);
  if (refusal !== null) return refusal;
  if (standing.kind === 'unjudged') return refused('target_changed');
  const { person } = standing;
  if (found.votes.some((one) => one.person === person)) return refused('already_voted');
  return { kind: 'deciding', ...agreed(answering(viewer, found, person, at)) };
}

function answering({ id }: Viewer, { row, key, votes }: Found, person: string, at: number): Answering {
  return { row, key, votes, approver: id, person, at };
}

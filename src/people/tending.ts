import type { Acting } from '../acting/act.ts';
import { isRefused, refused } from '../acting/refused.ts';
import { lifted, renewed, revoked } from '../approval/index.ts';
import { approvalFacts, approverPrint } from '../evidence/index.ts';
import { act } from './act.ts';
import type { Answered, ApproverRefusal } from './approver.ts';
import { answered, closed, decide, seenElse } from './decide.ts';
import { type Found, mayKnow, over } from './found.ts';
import { judged } from './judged.ts';
import type { Viewer } from './viewer.ts';

/** Longest time from asking that anything lasts, however often it is renewed: 30 days. */
const longest = 30 * 86_400_000;

/** Takes back what was not used yet, whether or not it was answered. */
export function revoke(acting: Acting, id: string, reason: string): Promise<Answered | ApproverRefusal> {
  return act(acting, { act: 'approvals.revoke', approval: id }, (viewer) =>
    decide(viewer, id, async (found) => {
      if (found.asked === null) return over(viewer, found);
      const standing = found.own ? null : await judged(viewer, found, found.asked, 'withdraw');
      if (standing !== null && isRefused(standing)) return standing;
      const at = viewer.wiring.time.now();
      const refusal = closed(found, at, ['pending', 'approved']);
      if (refusal !== null) return refusal;
      return {
        kind: 'deciding',
        row: found.row,
        at,
        next: revoked(found.row, at),
        record: { type: 'approval.revoked', ...tended(viewer, found), reason },
        votes: found.votes.length,
      };
    }),
  );
}

/** Lets it last longer, for whom it may be answered by; who agreed has agreed to the same action still. */
export function renew(acting: Acting, id: string, digest: string): Promise<Answered | ApproverRefusal> {
  return act(acting, { act: 'approvals.renew', approval: id }, (viewer) =>
    decide(viewer, id, async (found) => {
      if (found.asked === null) return over(viewer, found);
      const standing = await judged(viewer, found, found.asked, 'agree');
      if (isRefused(standing)) return standing;
      const { row, asked, votes } = found;
      const at = viewer.wiring.time.now();
      const refusal = closed(found, at, ['pending', 'approved']) ?? seenElse(asked, digest);
      if (refusal !== null) return refusal;
      const declared = standing.kind === 'entitled' ? standing.capability?.[row.kind] : null;
      if (!declared) return refused('target_changed');
      const expires = Math.min(at + declared.ttl, row.asked + longest);
      if (expires <= row.expires) return answered(row, votes.length);
      return {
        kind: 'deciding',
        row,
        at,
        next: renewed(row, expires),
        record: { type: 'approval.renewed', ...tended(viewer, found), reason: null, expires },
        votes: votes.length,
      };
    }),
  );
}

/** Lets the same be asked for again that was rejected. What was asked is deleted by then: nobody is asked about it. */
export function lift(acting: Acting, id: string, reason: string): Promise<Answered | ApproverRefusal> {
  return act(acting, { act: 'approvals.lift', approval: id }, (viewer) =>
    decide(viewer, id, async (found) => {
      if (!mayKnow(viewer, found)) return refused('unknown_approval');
      const { row, own, votes } = found;
      const at = viewer.wiring.time.now();
      if (row.status !== 'rejected' || row.refusedUntil === null || row.refusedUntil <= at)
        return refused('not_pending');
      if (row.kind === 'review' && own) return refused('own_action');
      if (viewer.person === null || (!own && !viewer.office)) return refused('approver_unauthorized');
      return {
        kind: 'deciding',
        row,
        at,
        next: lifted(row),
        record: { type: 'approval.lifted', ...tended(viewer, found), reason },
        votes: votes.length,
      };
    }),
  );
}

function tended({ id }: Viewer, { key, row }: Found) {
  return { ...approvalFacts(key, row), by: 'approver', who: approverPrint(key, id) } as const;
}

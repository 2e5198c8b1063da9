import { type Action, actionColumn } from '../action/index.ts';
import { alikeKey, approvalVerifies, isWeaker, statusAt, verifiedApproval } from '../approval/index.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { Ledger } from '../history/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Target } from '../target/target.ts';
import { boundAction, type Proposed } from './bound-action.ts';
import type { Needed } from './need.ts';

/** What people answered about one action so far. */
export interface Held {
  /** The action as they were, or will be, shown it. */
  readonly action: Action;
  /** Its `action` and `alike` columns. */
  readonly column: string;
  readonly alike: string;
  /** The row that waits for an answer, or has one that counts; null where there is none. */
  readonly live: ApprovalRow | null;
  /** One that has expired, or would not count any more, and stands in the way of a new one; or null. */
  readonly stale: ApprovalRow | null;
  /** The one of this action that ended last, or null. */
  readonly ended: ApprovalRow | null;
  /** A rejection of the same that still holds, or null. */
  readonly rejected: ApprovalRow | null;
  /** Others that nobody answered or used in time: whoever asks ends them. One that was edited is nobody's to end here. */
  readonly overdue: readonly ApprovalRow[];
}

/** Looks up what people answered about the action that they would be asked about. */
export function heldFor(
  state: Proposed & { readonly ledger: Ledger },
  target: Target<unknown> | null,
  need: Needed,
): Awaitable<Held> {
  const { wiring, session, capability } = state;
  const { tenant, principal } = session.context;
  const action = boundAction(state, target, need.shown);
  const column = actionColumn(wiring.keys, tenant, action);
  const alike = alikeKey(wiring.keys, tenant, {
    principal,
    capability: capability.name,
    target: target === null ? null : { type: target.type, identity: target.identity },
    facts: need.shown,
  });
  const now = wiring.time.now();
  return andThen(wiring.store.approvalsOf(tenant, { action: column, alike, now }), (found) => {
    for (const row of [found.live, found.ended, found.rejected])
      if (row !== null) verifiedApproval(wiring.keys, row);
    const stale = found.live !== null && isPassed(found.live, state.ledger, need, now);
    const { live, ended, rejected } = found;
    const overdue = found.overdue.filter((row) => approvalVerifies(wiring.keys, row));
    const known = { action, column, alike, ended, rejected, overdue };
    return { ...known, live: stale ? null : live, stale: stale ? live : null };
  });
}

/**
 * Whether people have to be asked anew: their time is over, less was asked of them than is needed by now, or they agreed
 * before untrusted content entered. Where they have not agreed yet the last is no reason: it is looked at once they have.
 */
function isPassed(row: ApprovalRow, ledger: Ledger, need: Needed, now: number): boolean {
  const status = statusAt(row, now);
  if (status === 'expired' || isWeaker(row, need)) return true;
  return status === 'approved' && hasMoved(row, ledger);
}

/** Whether untrusted content entered since people were asked, other than what their own model response brought. */
export function hasMoved({ entries, step }: ApprovalRow, ledger: Ledger): boolean {
  return entries !== null && ledger.hasUntrustedSince(entries, step);
}

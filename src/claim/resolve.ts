import type { Keys } from '../json/index.ts';
import type { CallRow } from '../store/rows.ts';
import { signCall } from './call-row.ts';
import { exits, heldAfter } from './exits.ts';
import { stateAt } from './known-call.ts';

/** What an operator found out: the effect happened, or it did not and the same call may be sent once more. */
export type Resolution = 'completed' | 'retryable';

/**
 * Whether an operator may say how a claim ended. One whose end is known is nobody's to change; one that is running is
 * left to run unless forced.
 */
export function resolvable(
  row: Pick<CallRow, 'state' | 'deadline'>,
  now: number,
  force: boolean,
): 'open' | 'not_unresolved' | 'still_active' {
  const state = stateAt(row, now);
  if (state === 'claimed') return force ? 'open' : 'still_active';
  return state === 'indeterminate' ? 'open' : 'not_unresolved';
}

/**
 * The successor that a resolution makes of a call row. There is no result to keep: nobody but the executor had it.
 * `completed` goes on holding the operation where it is `once`; `retryable` releases it and keeps the execution id,
 * which is the idempotency key of the try that follows.
 */
export function resolvedCall(
  keys: Keys,
  { mac: _superseded, ...before }: CallRow,
  { as, at, once }: { readonly as: Resolution; readonly at: number; readonly once: boolean },
): CallRow {
  const exit = `resolved_${as}` as const;
  return signCall(keys, {
    ...before,
    state: exits[exit].call,
    holds: heldAfter(exit, before.holds, once),
    settled: at,
    sealed: null,
    sealedUntil: null,
    revision: before.revision + 1,
  });
}

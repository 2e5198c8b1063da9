import { BoundaryError } from '../errors.ts';
import type { RunData, RunTurn, TurnedRun } from './history.ts';
import type { CallRow, RunRow } from './rows.ts';

/** How a run that the transaction which ends one of its calls finds goes on, `from` its row; null: it stays as it is. */
export function turned(
  data: RunData | null,
  call: CallRow,
  going: RunTurn,
): (TurnedRun & { readonly from: RunRow }) | null {
  if (data === null) throw new BoundaryError('store_failed', 'the run of a call is gone');
  const { run: from, unsettled } = data;
  const others = unsettled.filter(({ state, id, conversation }) => {
    return state === 'indeterminate' && !(id === call.id && conversation === call.conversation);
  });
  const next = going.next(from, others.length);
  return next === null ? null : { ...next, from };
}

/**
 * Whether a step of a run still executes, or waits for a person other than those `inVain` by now. Admission and asking
 * leave the row of a run as it is, so that steps do not wait for one another: one that came since is met here.
 */
export function isBusy(data: RunData | null, inVain: readonly string[]): boolean {
  const calls = data?.unsettled ?? [];
  return calls.some(({ state, id }) => state === 'claimed' || (state === 'asked' && !inVain.includes(id)));
}

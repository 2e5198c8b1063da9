import type { Keys } from '../json/index.ts';
import type { RunRow } from '../store/rows.ts';
import { signRun, verifiedRun } from './run-row.ts';

/*
 * The life of a run:
 *
 *   open → finished               every step has ended, and nobody wants more
 *   open → undoing → undone       a step of an atomic run went wrong, its deadline passed, or somebody asked for it
 *   open, undoing ⇄ held          one of its calls is indeterminate: nothing of it runs until somebody found out
 */

/** What a run comes to at a time: a claim past its deadline holds it as one does that is indeterminate already. */
export type RunNow = RunRow['state'] | 'overdue';

/** How a run reads. `unknown`: whether nobody knows how one of its calls ended. */
export function runAt(run: RunRow, unknown: boolean, now: number): RunNow {
  if (run.state === 'finished' || run.state === 'undone') return run.state;
  if (unknown) return 'held';
  const state = run.state === 'held' ? (run.was ?? 'held') : run.state;
  return state === 'open' && now >= run.deadline ? 'overdue' : state;
}

/** The run that begins to be undone: nothing of it is begun any more. */
export function undoing(keys: Keys, run: RunRow): RunRow {
  return next(keys, run, { state: 'undoing', was: null });
}

/** The run that has reached an end. */
export function ended(keys: Keys, run: RunRow, state: 'finished' | 'undone', at: number): RunRow {
  return next(keys, run, { state, was: null, ended: at });
}

/** The run that waits until somebody found out how one of its calls ended; null where nothing changes. */
export function held(keys: Keys, run: RunRow): RunRow | null {
  return run.state === 'open' || run.state === 'undoing'
    ? next(keys, run, { state: 'held', was: run.state })
    : null;
}

/** The run that goes on as it was before it was held; null where nothing held it. */
export function released(keys: Keys, run: RunRow): RunRow | null {
  return run.state === 'held' && run.was !== null ? next(keys, run, { state: run.was, was: null }) : null;
}

/**
 * How a run goes on when one of its calls ends: an end that nobody knows holds it, and the last such end that somebody
 * found out releases it. Called inside the transaction, with the run as it is by then.
 */
export function turnOf(keys: Keys, unknown: boolean): (run: RunRow, indeterminate: number) => RunRow | null {
  return (run, indeterminate) => {
    const row = verifiedRun(keys, run);
    if (unknown) return held(keys, row);
    return indeterminate === 0 ? released(keys, row) : null;
  };
}

function next(keys: Keys, { mac: _superseded, ...row }: RunRow, change: Partial<RunRow>): RunRow {
  return signRun(keys, { ...row, ...change, revision: row.revision + 1 });
}

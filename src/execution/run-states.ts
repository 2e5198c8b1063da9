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

/** The run that goes on as it was before it was held; null where nothing held it. */
export function released(keys: Keys, run: RunRow): RunRow | null {
  return run.state === 'held' && run.was !== null ? next(keys, run, { state: run.was, was: null }) : null;
}

/** How one of its calls ended, for a run: well, or so that a step of it did not happen, or nobody knows how. */
export type EndForRun = 'well' | 'wrong' | 'unknown';

/** What a run became as one of its calls ended, and what that is on record as. */
export interface Turned {
  readonly run: RunRow;
  readonly type: 'run.held' | 'run.undoing' | 'run.released';
}

/**
 * How a run goes on when one of its calls ends: a step that did not happen begins the undoing of an atomic run, whatever
 * becomes of the process that tried it; an end that nobody knows holds it, and the last such end that somebody found out
 * releases it. `indeterminate`: how many other calls of it there are of which nobody knows the end. null: it stays as it
 * is. Called inside the transaction, with the run as it is by then.
 */
export function turnOf(keys: Keys, end: EndForRun, found: RunRow, indeterminate: number): Turned | null {
  const run = verifiedRun(keys, found);
  const { state, was, atomic } = run;
  if (end === 'unknown')
    return state === 'open' || state === 'undoing'
      ? { run: next(keys, run, { state: 'held', was: state }), type: 'run.held' }
      : null;
  if (end === 'wrong' && atomic && (state === 'open' || was === 'open'))
    return {
      run: state === 'open' ? undoing(keys, run) : next(keys, run, { was: 'undoing' }),
      type: 'run.undoing',
    };
  const free = indeterminate === 0 ? released(keys, run) : null;
  return free === null ? null : { run: free, type: 'run.released' };
}

function next(keys: Keys, { mac: _superseded, ...row }: RunRow, change: Partial<RunRow>): RunRow {
  return signRun(keys, { ...row, ...change, revision: row.revision + 1 });
}

import { isBusy } from '../run-data.ts';
import type { RunChange, RunChanged } from '../store.ts';
import { historyOf, runOf } from './locks.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';

/** Makes one step of a run's own life: its successor, the entries and the evidence, or nothing. */
export function changeRun({
  locks,
  runs,
  histories,
  record,
}: Tables): (on: On, change: RunChange) => Promise<RunChanged> {
  return async (on, { seen, run, inVain, history, evidence }) => {
    await locks.take(on, [history === null ? null : historyOf(run), runOf(run.tenant, run.id)]);
    if (run.state === 'finished' && isBusy(await runs.data(on, run.tenant, run.id), inVain))
      return { kind: 'busy' };
    if (!(await runs.put(on, seen, run))) {
      return { kind: 'moved', run: await runs.find(on, run.tenant, run.id) };
    }
    if (history !== null) await histories.chain(on, run, history);
    await record(on, evidence);
    return { kind: 'changed' };
  };
}

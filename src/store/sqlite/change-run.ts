import { isBusy } from '../run-data.ts';
import type { RunChange, RunChanged } from '../store.ts';
import type { Tables } from './tables.ts';

/** Makes one step of a run's own life: its successor, the entries and the evidence, or nothing. */
export function changeRun({ runs: table, histories, record }: Tables): (change: RunChange) => RunChanged {
  return ({ seen, run, inVain, history, evidence }) => {
    if (run.state === 'finished' && isBusy(table.data(run.tenant, run.id), inVain)) return { kind: 'busy' };
    if (!table.put(seen, run)) return { kind: 'moved', run: table.find(run.tenant, run.id) };
    if (history !== null) histories.chain(run, history);
    record(evidence);
    return { kind: 'changed' };
  };
}

import type { EvidenceRow } from '../rows.ts';
import type { Pruning } from '../store.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';

/** Makes pruning: deletes and records, or neither. A time that is still to come counts as now. */
export function pruneMeters({
  meters,
  record,
  time,
}: Tables): (on: On, pruning: Pruning, evidence: (count: number) => EvidenceRow) => Promise<number> {
  return async (on, pruning, evidence) => {
    const at = Math.min(pruning.at, await time.now(on));
    const count = await meters.prune(on, { ...pruning, at });
    await record(on, evidence(count));
    return count;
  };
}

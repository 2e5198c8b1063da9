import type { EvidenceRow } from '../rows.ts';
import type { Pruning } from '../store.ts';
import type { HighestTime } from './highest-time.ts';
import type { Tables } from './tables.ts';

/** Makes pruning: deletes and records, or neither. A time that is still to come counts as now. */
export function pruneMeters(
  { meters, record }: Tables,
  time: HighestTime,
): (pruning: Pruning, evidence: (count: number) => EvidenceRow) => number {
  return (pruning, evidence) => {
    const count = meters.prune({ ...pruning, at: Math.min(pruning.at, time.recorded()) });
    record(evidence(count));
    return count;
  };
}

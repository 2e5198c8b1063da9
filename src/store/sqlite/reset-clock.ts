import type { EvidenceRow } from '../rows.ts';
import type { ClockReset } from '../store.ts';
import type { HighestTime } from './highest-time.ts';
import type { Tables } from './tables.ts';

/**
 * Makes setting recorded time back. A counter that began at a time that never was would hold its limit at that time for
 * ever: it goes, and what it counted is forgotten.
 */
export function resetClock(
  { meters, record }: Tables,
  time: HighestTime,
): (evidence: (reset: ClockReset) => EvidenceRow) => ClockReset {
  return (evidence) => {
    const { from, to } = time.reset();
    const reset = { from, to, counters: meters.forgetAfter(to) };
    record(evidence(reset));
    return reset;
  };
}

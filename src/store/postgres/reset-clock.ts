import type { EvidenceRow } from '../rows.ts';
import type { ClockReset } from '../store.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * Makes setting recorded time back. A counter that began at a time that never was would hold its limit at that time for
 * ever: it goes, and what it counted is forgotten.
 */
export function resetClock({
  meters,
  record,
  time,
}: Tables): (on: On, evidence: (reset: ClockReset) => EvidenceRow) => Promise<ClockReset> {
  return async (on, evidence) => {
    const { from, to } = await time.lower(on);
    const reset = { from, to, counters: await meters.forgetAfter(on, to) };
    await record(on, evidence(reset));
    return reset;
  };
}

import { BoundaryError } from '../../errors.ts';
import { counted, type Due, type Weighed, weighed } from '../meter/index.ts';
import type { Charge, EvidenceRow, MeterRow } from '../rows.ts';
import type { Charged, Charging } from '../store.ts';
import type { HighestTime } from './highest-time.ts';
import type { Meters } from './meters.ts';

/** Charges inside a transaction that somebody else frames. */
export interface Charges {
  /** What taking them comes to, by the time of the store. Writes nothing. */
  weigh(tenant: string, charges: readonly Charge[]): Weighed;
  /** Makes charges outside an admission. */
  charge(charging: Charging): Charged;
}

const nothing: Weighed = { kind: 'fits', rows: [] };

/** Makes charging on a connection. */
export function charges(meters: Meters, time: HighestTime, record: (evidence: EvidenceRow) => void): Charges {
  const weigh = (tenant: string, all: readonly Charge[]): Weighed =>
    all.length === 0 ? nothing : weighed(tenant, dueOn(meters, tenant, all), time.recorded());
  const taken = (rows: readonly MeterRow[], evidence: EvidenceRow | null): Charged => {
    for (const row of rows) meters.put(row);
    if (evidence !== null) record(evidence);
    return { kind: 'charged' };
  };
  return {
    weigh,
    charge({ tenant, charges: all, how, evidence }) {
      if (how === 'count')
        return taken(counted(tenant, dueOn(meters, tenant, all), time.recorded()), evidence);
      const answer = weigh(tenant, all);
      if (answer.kind === 'late') return { kind: 'moved', what: 'clock', now: answer.now };
      if (answer.kind === 'exceeded') return { kind: 'limited', exceeded: answer.exceeded };
      return how === 'take' ? taken(answer.rows, evidence) : { kind: 'charged' };
    },
  };
}

/** Charges with their meters. Two of one meter would each be weighed without the other. */
function dueOn(meters: Meters, tenant: string, all: readonly Charge[]): readonly Due[] {
  if (new Set(all.map(({ key }) => key)).size < all.length) {
    throw new BoundaryError('store_failed', 'a meter is charged at most once at a time');
  }
  return all.map((charge) => ({ charge, row: meters.of(tenant, charge) }));
}

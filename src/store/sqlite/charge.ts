import { BoundaryError } from '../../errors.ts';
import { counted, type Due, type Weighed, weighed } from '../meter/index.ts';
import type { Charge } from '../rows.ts';
import type { Charging, Exceeded } from '../store.ts';
import type { HighestTime } from './highest-time.ts';
import type { Meters } from './meters.ts';

/** Charges inside a transaction that somebody else frames. */
export interface Charges {
  /** What taking them comes to, by the time of the store. Writes nothing. */
  weigh(tenant: string, charges: readonly Charge[]): Weighed;
  /** Makes charges outside an admission; answers those that have no room. */
  charge(tenant: string, charges: readonly Charge[], how: Charging): readonly Exceeded[];
}

const nothing: Weighed = { kind: 'fits', rows: [] };

/** Makes charging on a connection. */
export function charges(meters: Meters, time: HighestTime): Charges {
  const weigh = (tenant: string, all: readonly Charge[]): Weighed =>
    all.length === 0 ? nothing : weighed(tenant, dueOn(meters, tenant, all), time.recorded());
  return {
    weigh,
    charge(tenant, all, how) {
      if (how === 'count') {
        for (const row of counted(tenant, dueOn(meters, tenant, all), time.recorded())) meters.put(row);
        return [];
      }
      const answer = weigh(tenant, all);
      switch (answer.kind) {
        case 'late':
          return all.map(({ limit, at }) => ({ limit, retryAfter: Math.max(0, answer.now - at) }));
        case 'exceeded':
          return answer.exceeded;
        case 'fits':
          if (how === 'take') for (const row of answer.rows) meters.put(row);
          return [];
      }
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

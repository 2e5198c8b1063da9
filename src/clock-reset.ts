import { BoundaryError } from './errors.ts';
import { evidenceRow } from './evidence/index.ts';
import type { ClockReset } from './store/store.ts';
import type { Wiring } from './wiring.ts';

/** Nobody's log but the installation's: time is one for all tenants. */
const installation = '';

/**
 * Sets recorded time back to the machine's, after some clock ran ahead. It widens: counters that began at later times
 * are forgotten. So it takes a reason, which stands in evidence as it is.
 */
export async function resetClock(wiring: Wiring, reason: string): Promise<ClockReset> {
  if (typeof reason !== 'string' || reason.trim() === '' || !reason.isWellFormed())
    throw new BoundaryError('options_invalid', 'setting the clock back takes a reason that is not blank');
  const { store, keys, ids, time } = wiring;
  const reset = await store.resetClock(({ from, to, counters }) =>
    evidenceRow(keys, {
      tenant: installation,
      id: ids.next(to),
      at: to,
      record: { type: 'clock.reset', catalogue: wiring.catalogue.version, from, to, counters, reason },
    }),
  );
  time.reset(reset.to);
  return Object.freeze(reset);
}

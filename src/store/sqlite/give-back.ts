import { givenBack } from '../meter/index.ts';
import type { Charge } from '../rows.ts';
import type { Meters } from './meters.ts';

/** Makes giving back what an admission took; what comes after its window is dropped. */
export function giveBack(meters: Meters): (tenant: string, charges: readonly Charge[]) => void {
  return (tenant, charges) => {
    for (const charge of charges) {
      const row = meters.of(tenant, charge);
      const next = row === null ? null : givenBack(row, charge);
      if (next !== null) meters.put(next);
    }
  };
}

import type { MeterRow } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Values } from './values.ts';

/** The columns of a meter, in the order that `readMeter` keeps. */
export const meterColumns = 'tenant, key, "limit", "from", until, units, entries';

/** A meter from the values of `meterColumns`. */
export function readMeter(values: Values): MeterRow {
  const columns = new Columns(values);
  return {
    tenant: columns.text(),
    key: columns.text(),
    limit: columns.text(),
    from: columns.whole(),
    until: columns.wholeOrNull(),
    units: columns.whole(),
    entries: columns.textOrNull(),
  };
}

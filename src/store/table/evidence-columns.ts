import type { EvidenceRow } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Values } from './values.ts';

/** The columns of a record of evidence, in the order that `readRecord` keeps. */
export const evidenceColumns = 'tenant, id, type, at, body, previous, mac, "order"';

/** A record of evidence, with its number in the order of the database, from the values of `evidenceColumns`. */
export function readRecord(values: Values): EvidenceRow & { readonly order: number } {
  const columns = new Columns(values);
  return {
    tenant: columns.text(),
    id: columns.text(),
    type: columns.text(),
    at: columns.whole(),
    body: columns.text(),
    previous: columns.textOrNull(),
    mac: columns.text(),
    order: columns.whole(),
  };
}

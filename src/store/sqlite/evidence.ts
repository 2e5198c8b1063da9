import type { EvidenceRow } from '../rows.ts';
import type { EvidencePage } from '../store.ts';
import { Columns } from './columns.ts';
import type { Driver, Values } from './driver.ts';

/** Prepares: one page of a tenant's records, by order number. */
export function evidence(
  driver: Driver,
): (page: EvidencePage) => readonly (EvidenceRow & { readonly order: number })[] {
  const page = driver.prepare(
    `SELECT tenant, id, type, at, body, previous, mac, "order" FROM countersign_evidence
     WHERE tenant = ? AND "order" > ? ORDER BY "order" LIMIT ?`,
  );
  // A negative LIMIT means no limit to SQLite.
  return ({ tenant, after, limit }) => page.all(tenant, after, Math.max(0, limit)).map(readRecord);
}

function readRecord(values: Values): EvidenceRow & { readonly order: number } {
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

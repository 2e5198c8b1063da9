import type { EvidenceRow } from '../rows.ts';
import type { EvidencePage } from '../store.ts';
import { evidenceColumns, readRecord } from '../table/evidence-columns.ts';
import type { Driver } from './driver.ts';

/** Prepares: one page of a tenant's records, by order number. */
export function evidence(
  driver: Driver,
): (page: EvidencePage) => readonly (EvidenceRow & { readonly order: number })[] {
  const page = driver.prepare(
    `SELECT ${evidenceColumns} FROM countersign_evidence
     WHERE tenant = ? AND "order" > ? ORDER BY "order" LIMIT ?`,
  );
  // A negative LIMIT means no limit to SQLite.
  return ({ tenant, after, limit }) => page.all(tenant, after, Math.max(0, limit)).map(readRecord);
}

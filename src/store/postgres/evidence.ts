import type { EvidenceRow } from '../rows.ts';
import type { EvidencePage } from '../store.ts';
import { evidenceColumns, readRecord } from '../table/evidence-columns.ts';
import type { On, Sql } from './statement.ts';

/** Makes reading one page of a tenant's records, by order number. */
export function evidence(
  sql: Sql,
): (on: On, page: EvidencePage) => Promise<readonly (EvidenceRow & { readonly order: number })[]> {
  const page = sql(
    `SELECT ${evidenceColumns} FROM countersign_evidence
     WHERE tenant = ? AND "order" > ? ORDER BY "order" LIMIT ?`,
  );
  return async (on, { tenant, after, limit }) =>
    (await on.all(page, tenant, after, Math.max(0, limit))).map(readRecord);
}

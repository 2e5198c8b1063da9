import type { EvidenceRow } from '../rows.ts';
import type { On, Sql } from './statement.ts';

/** The columns of a record that the application gives. */
export const recordColumns = 'tenant, id, type, at, body, previous, mac';

/** The same, as parameters. */
export function recordValues(record: EvidenceRow) {
  return [
    record.tenant,
    record.id,
    record.type,
    record.at,
    record.body,
    record.previous,
    record.mac,
  ] as const;
}

/** Makes appending one record; the database gives it the next order number. */
export function appendEvidence(sql: Sql): (on: On, record: EvidenceRow) => Promise<void> {
  const append = sql(`INSERT INTO countersign_evidence (${recordColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  return async (on, record) => {
    await on.run(append, ...recordValues(record));
  };
}

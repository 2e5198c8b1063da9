import type { EvidenceRow } from '../rows.ts';
import type { Driver } from './driver.ts';

/** Prepares: appends one record; the database gives it the next order number. */
export function appendEvidence(driver: Driver): (record: EvidenceRow) => void {
  const append = driver.prepare(
    'INSERT INTO countersign_evidence (tenant, id, type, at, body, previous, mac) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return (record) => {
    append.run(record.tenant, record.id, record.type, record.at, record.body, record.previous, record.mac);
  };
}

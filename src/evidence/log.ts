import { canonicalText, type Column, type Keys } from '../json/index.ts';
import type { EvidenceRow } from '../store/rows.ts';
import type { EvidenceRecord } from './record.ts';

const purpose = 'countersign/evidence/v1';

/** What a record needs to become a row: whose log it belongs to, when, and which record it follows from. */
export interface Entry {
  readonly tenant: string;
  readonly id: string;
  /** The time of the decision, milliseconds. */
  readonly at: number;
  readonly record: EvidenceRecord;
  /** MAC of the predecessor (an outcome follows its admission), or null. */
  readonly previous?: string | null;
}

/** Makes the row of a record: canonical body, MAC over everything. It is written with the state that it reports. */
export function evidenceRow(keys: Keys, entry: Entry): EvidenceRow {
  const { type, ...body } = entry.record;
  const row = {
    tenant: entry.tenant,
    id: entry.id,
    type,
    at: entry.at,
    body: canonicalText(body),
    previous: entry.previous ?? null,
  };
  return Object.freeze({ ...row, mac: keys.mac(purpose, columns(row)) });
}

/** Whether a record is as the boundary wrote it. */
export function evidenceVerifies(keys: Keys, row: EvidenceRow): boolean {
  return keys.macMatches(row.mac, purpose, columns(row));
}

function columns(row: Omit<EvidenceRow, 'mac'>): readonly Column[] {
  return [row.tenant, row.id, row.type, row.at, row.body, row.previous];
}

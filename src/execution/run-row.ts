import { Tampered } from '../errors.ts';
import type { Column, Keys } from '../json/index.ts';
import type { RunRow } from '../store/rows.ts';

const purpose = 'countersign/run/v1';

/** Puts the MAC on a run: over its key, its revision and every other column. */
export function signRun(keys: Keys, row: Omit<RunRow, 'mac'>): RunRow {
  return Object.freeze({ ...row, mac: keys.mac(purpose, columns(row)) });
}

/** A run that is as the boundary wrote it. Throws `Tampered` otherwise. */
export function verifiedRun(keys: Keys, row: RunRow): RunRow {
  if (!keys.macMatches(row.mac, purpose, columns(row))) throw new Tampered('run');
  return row;
}

function columns(row: Omit<RunRow, 'mac'>): readonly Column[] {
  return [
    row.tenant,
    row.id,
    row.revision,
    row.owner,
    row.conversation,
    row.atomic ? 1 : 0,
    row.state,
    row.was,
    row.opened,
    row.deadline,
    row.ended,
  ];
}

import { BoundaryError } from '../../errors.ts';
import type { CatalogueRow, EvidenceRow } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Driver, Values } from './driver.ts';

/** The table of catalogue versions inside a transaction that somebody else frames. */
export interface Catalogues {
  /** Adds a version and the evidence of it, or answers with the row that was there and writes nothing. */
  register(row: CatalogueRow, evidence: EvidenceRow): CatalogueRow;
  /** Writes over the rows of those versions where those of `seen` are as they were; answers whether it did. */
  replace(seen: readonly CatalogueRow[], rows: readonly CatalogueRow[], evidence: EvidenceRow): boolean;
  /** Whether a version is in force, with exactly this MAC. */
  isInForce(version: Pick<CatalogueRow, 'version' | 'mac'>): boolean;
  all(): readonly CatalogueRow[];
}

/** The columns of a catalogue version, in the order that `readCatalogue` keeps. */
export const catalogueColumns = 'version, state, since, mac';

/** A catalogue version from the values of `catalogueColumns`, which begin at `from`. */
export function readCatalogue(values: Values, from = 0): CatalogueRow {
  const columns = new Columns(values, from);
  return {
    version: columns.text(),
    state: state(columns.text()),
    since: columns.whole(),
    mac: columns.text(),
  };
}

/** Prepares the statements. `record` appends evidence. */
export function catalogues(driver: Driver, record: (evidence: EvidenceRow) => void): Catalogues {
  const find = driver.prepare(`SELECT ${catalogueColumns} FROM countersign_catalogue WHERE version = ?`);
  const all = driver.prepare(`SELECT ${catalogueColumns} FROM countersign_catalogue ORDER BY since, version`);
  const add = driver.prepare(`INSERT INTO countersign_catalogue (${catalogueColumns}) VALUES (?, ?, ?, ?)`);
  const replace = driver.prepare(
    `INSERT INTO countersign_catalogue (${catalogueColumns}) VALUES (?, ?, ?, ?)
     ON CONFLICT (version) DO UPDATE SET state = excluded.state, since = excluded.since, mac = excluded.mac`,
  );
  const known = (version: string): CatalogueRow | null => {
    const row = find.get(version);
    return row === undefined ? null : readCatalogue(row);
  };
  return {
    isInForce({ version, mac }) {
      const row = known(version);
      return row?.state === 'in_force' && row.mac === mac;
    },
    register(row, evidence) {
      const there = known(row.version);
      if (there !== null) return there;
      add.run(row.version, row.state, row.since, row.mac);
      record(evidence);
      return row;
    },
    replace(seen, rows, evidence) {
      if (seen.some((row) => known(row.version)?.mac !== row.mac)) return false;
      for (const row of rows) replace.run(row.version, row.state, row.since, row.mac);
      record(evidence);
      return true;
    },
    all: () => all.all().map((row) => readCatalogue(row)),
  };
}

function state(text: string): CatalogueRow['state'] {
  if (text === 'in_force' || text === 'superseded') return text;
  throw new BoundaryError(
    'store_failed',
    'a catalogue version in the database is in a state that does not exist',
  );
}

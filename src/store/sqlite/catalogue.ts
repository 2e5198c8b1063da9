import type { CatalogueRow, EvidenceRow } from '../rows.ts';
import { catalogueColumns, readCatalogue } from '../table/catalogue-columns.ts';
import type { Driver } from './driver.ts';

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

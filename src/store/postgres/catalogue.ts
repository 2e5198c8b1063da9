import type { CatalogueRow, EvidenceRow } from '../rows.ts';
import { catalogueColumns, readCatalogue } from '../table/catalogue-columns.ts';
import type { Locks } from './locks.ts';
import type { On, Sql } from './statement.ts';

/** The table of catalogue versions. What writes runs inside a transaction that somebody else frames. */
export interface Catalogues {
  /** Adds a version and the evidence of it, or answers with the row that was there and writes nothing. */
  register(on: On, row: CatalogueRow, evidence: EvidenceRow): Promise<CatalogueRow>;
  /** Writes over the rows of those versions where those of `seen` are as they were; answers whether it did. */
  replace(
    on: On,
    seen: readonly CatalogueRow[],
    rows: readonly CatalogueRow[],
    evidence: EvidenceRow,
  ): Promise<boolean>;
  /** Whether a version is in force, with exactly this MAC. */
  isInForce(on: On, version: Pick<CatalogueRow, 'version' | 'mac'>): Promise<boolean>;
  all(on: On): Promise<readonly CatalogueRow[]>;
}

/** Makes the statements. `record` appends evidence. */
export function catalogues(
  sql: Sql,
  { take }: Locks,
  record: (on: On, evidence: EvidenceRow) => Promise<void>,
): Catalogues {
  const find = sql(`SELECT ${catalogueColumns} FROM countersign_catalogue WHERE version = ?`);
  const all = sql(`SELECT ${catalogueColumns} FROM countersign_catalogue ORDER BY since, version`);
  const put = sql(
    `INSERT INTO countersign_catalogue (${catalogueColumns}) VALUES (?, ?, ?, ?)
     ON CONFLICT (version) DO UPDATE SET state = excluded.state, since = excluded.since, mac = excluded.mac`,
  );
  const known = async (on: On, version: string): Promise<CatalogueRow | null> => {
    const [row] = await on.all(find, version);
    return row === undefined ? null : readCatalogue(row);
  };
  const write = async (on: On, row: CatalogueRow): Promise<void> => {
    await on.run(put, row.version, row.state, row.since, row.mac);
  };
  return {
    async isInForce(on, { version, mac }) {
      const row = await known(on, version);
      return row?.state === 'in_force' && row.mac === mac;
    },
    async register(on, row, evidence) {
      await take(on, ['catalogue']);
      const there = await known(on, row.version);
      if (there !== null) return there;
      await write(on, row);
      await record(on, evidence);
      return row;
    },
    async replace(on, seen, rows, evidence) {
      await take(on, ['catalogue']);
      for (const row of seen) if ((await known(on, row.version))?.mac !== row.mac) return false;
      for (const row of rows) await write(on, row);
      await record(on, evidence);
      return true;
    },
    all: async (on) => (await on.all(all)).map((row) => readCatalogue(row)),
  };
}

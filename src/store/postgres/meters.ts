import type { MeterRow } from '../rows.ts';
import type { MeterPage, Pruning } from '../store.ts';
import { Columns } from '../table/columns.ts';
import { meterColumns, readMeter } from '../table/meter-columns.ts';
import type { On, Sql } from './statement.ts';
import { storeTime, type StoreTime } from './time.ts';

/** What some meters hold at a time of the store. */
export interface Metered {
  readonly now: number;
  /** By key. */
  readonly rows: ReadonlyMap<string, MeterRow>;
}

/** The table of meters. Whoever writes holds the locks of the meters. */
export interface Meters {
  /** Meters by key, with the time, in one statement. */
  of(on: On, tenant: string, keys: readonly string[]): Promise<Metered>;
  put(on: On, rows: readonly MeterRow[]): Promise<void>;
  /** One page of a tenant's meters, by key. */
  page(on: On, page: MeterPage): Promise<readonly MeterRow[]>;
  /** Deletes meters that constrain nothing any more; answers how many. */
  prune(on: On, pruning: Pruning): Promise<number>;
  /** Deletes meters of every tenant that began later; answers how many. */
  forgetAfter(on: On, time: number): Promise<number>;
}

/** Makes the statements. */
export function meters(sql: Sql, time: StoreTime): Meters {
  const find = sql(
    `SELECT ${storeTime}, ${meterColumns}
     FROM (SELECT 1) AS one LEFT JOIN countersign_meter ON tenant = ? AND key = ANY(?::text[])`,
  );
  const put = sql(
    `INSERT INTO countersign_meter (${meterColumns})
     SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[])
     ON CONFLICT (tenant, key) DO UPDATE SET "limit" = excluded."limit", "from" = excluded."from",
       until = excluded.until, units = excluded.units, entries = excluded.entries`,
  );
  const page = sql(
    `SELECT ${meterColumns} FROM countersign_meter WHERE tenant = ? AND key > ? ORDER BY key LIMIT ?`,
  );
  // What somebody counts on at this moment is left for the next round.
  const prune = sql(
    `DELETE FROM countersign_meter WHERE tenant = ? AND key IN
       (SELECT key FROM countersign_meter WHERE tenant = ? AND until <= ? ORDER BY key LIMIT ?
        FOR UPDATE SKIP LOCKED)`,
  );
  const forget = sql('DELETE FROM countersign_meter WHERE "from" > ?');
  return {
    async of(on, tenant, keys) {
      const found = await on.all(find, ...time.parameters(), tenant, keys);
      for (const row of found) time.meet(new Columns(row).whole());
      const rows = found.filter(([, of]) => of !== null).map((row) => readMeter(row.slice(1)));
      return { now: time.meet(0), rows: new Map(rows.map((row) => [row.key, row])) };
    },
    async put(on, rows) {
      if (rows.length === 0) return;
      const column = <K extends keyof MeterRow>(name: K) => rows.map((row) => row[name]);
      await on.run(
        put,
        column('tenant'),
        column('key'),
        column('limit'),
        column('from'),
        column('until'),
        column('units'),
        column('entries'),
      );
    },
    page: async (on, { tenant, after, limit }) =>
      (await on.all(page, tenant, after, Math.max(0, limit))).map(readMeter),
    prune: (on, { tenant, at, most }) => on.run(prune, tenant, tenant, at, Math.max(0, most)),
    forgetAfter: (on, later) => on.run(forget, later),
  };
}

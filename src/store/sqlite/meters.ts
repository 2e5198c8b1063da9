import type { Charge, MeterRow } from '../rows.ts';
import type { MeterPage, Pruning } from '../store.ts';
import { meterColumns, readMeter } from '../table/meter-columns.ts';
import type { Driver } from './driver.ts';

/** The table of meters inside a transaction that somebody else frames. */
export interface Meters {
  /** The meter of a charge, or null where nothing was ever taken from it. */
  of(tenant: string, charge: Charge): MeterRow | null;
  put(row: MeterRow): void;
  /** One page of a tenant's meters, by key. */
  page(page: MeterPage): readonly MeterRow[];
  /** Deletes meters that constrain nothing any more; answers how many. */
  prune(pruning: Pruning): number;
  /** Deletes meters of every tenant that began later; answers how many. */
  forgetAfter(time: number): number;
}

/** Prepares the statements. */
export function meters(driver: Driver): Meters {
  const find = driver.prepare(`SELECT ${meterColumns} FROM countersign_meter WHERE tenant = ? AND key = ?`);
  const put = driver.prepare(
    `INSERT INTO countersign_meter (${meterColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, key) DO UPDATE SET "limit" = excluded."limit", "from" = excluded."from",
       until = excluded.until, units = excluded.units, entries = excluded.entries`,
  );
  const page = driver.prepare(
    `SELECT ${meterColumns} FROM countersign_meter WHERE tenant = ? AND key > ? ORDER BY key LIMIT ?`,
  );
  const prune = driver.prepare(
    `DELETE FROM countersign_meter WHERE tenant = ? AND key IN
       (SELECT key FROM countersign_meter WHERE tenant = ? AND until <= ? LIMIT ?)`,
  );
  const forget = driver.prepare('DELETE FROM countersign_meter WHERE "from" > ?');
  return {
    of(tenant, { key }) {
      const row = find.get(tenant, key);
      return row === undefined ? null : readMeter(row);
    },
    put(row) {
      put.run(row.tenant, row.key, row.limit, row.from, row.until, row.units, row.entries);
    },
    // A negative LIMIT means no limit to SQLite.
    page: ({ tenant, after, limit }) => page.all(tenant, after, Math.max(0, limit)).map(readMeter),
    forgetAfter: (time) => forget.run(time),
    prune: ({ tenant, at, most }) => prune.run(tenant, tenant, at, Math.max(0, most)),
  };
}

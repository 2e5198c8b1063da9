import type { Driver, Statement } from './driver.ts';

/**
 * The same connection, whose statements are prepared when they first run. Preparing all of them takes longer than the
 * few that one transaction runs.
 */
export function preparedLate(driver: Driver): Driver {
  return {
    name: driver.name,
    raw: driver.raw,
    get inTransaction() {
      return driver.inTransaction;
    },
    prepare(sql) {
      let prepared: Statement | null = null;
      const statement = (): Statement => (prepared ??= driver.prepare(sql));
      return {
        run: (...values) => statement().run(...values),
        get: (...values) => statement().get(...values),
        all: (...values) => statement().all(...values),
      };
    },
    exec: (sql) => driver.exec(sql),
    regain: () => driver.regain(),
    close: () => driver.close(),
  };
}

import type { Value, Values } from '../table/values.ts';
import type { Driver, Statement } from './driver.ts';
import { exact } from '../table/exact.ts';

/** The part of a better-sqlite3 statement that is used. */
interface BetterStatement {
  run(...values: readonly Value[]): { readonly changes: number };
  get(...values: readonly Value[]): unknown;
  all(...values: readonly Value[]): readonly unknown[];
  raw(on: boolean): unknown;
  safeIntegers(on: boolean): unknown;
  readonly reader: boolean;
}

/** The part of a better-sqlite3 handle that is used; structural, so that the peer's types are not needed. */
export interface BetterHandle {
  readonly inTransaction: boolean;
  prepare(sql: string): unknown;
  exec(sql: string): unknown;
  pragma(sql: string): unknown;
  /** With it, an open iterator does not refuse every other statement. */
  unsafeMode?(on: boolean): unknown;
  close(): unknown;
}

/** Speaks to better-sqlite3. */
export function betterDriver(handle: BetterHandle): Driver {
  return {
    name: 'better-sqlite3',
    raw: handle,
    get inTransaction() {
      return handle.inTransaction;
    },
    prepare: (sql) => betterStatement(handle.prepare(sql) as BetterStatement),
    exec(sql) {
      handle.exec(sql);
    },
    regain() {
      handle.unsafeMode?.(true);
    },
    close() {
      handle.close();
    },
  };
}

function betterStatement(statement: BetterStatement): Statement {
  // The application's handle may have other defaults.
  statement.safeIntegers(false);
  if (statement.reader) statement.raw(true);
  return {
    run: (...values) => statement.run(...exact(values)).changes,
    get: (...values) => statement.get(...exact(values)) as Values | undefined,
    all: (...values) => statement.all(...exact(values)) as readonly Values[],
  };
}

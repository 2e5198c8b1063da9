import type { Value, Values } from '../table/values.ts';
import type { Driver, Statement } from './driver.ts';
import { exact } from '../table/exact.ts';
import { refusesBegin } from './transaction.ts';

/** The part of a node:sqlite statement that is used. */
interface NodeStatement {
  run(...values: readonly Value[]): { readonly changes: number | bigint };
  get(...values: readonly Value[]): unknown;
  all(...values: readonly Value[]): readonly unknown[];
  /** From Node 22.16. */
  setReturnArrays?(on: boolean): void;
}

/** The part of a node:sqlite handle that is used; structural, since Node 20 has neither the module nor its types. */
export interface NodeHandle {
  /** From Node 22.16. */
  readonly isTransaction?: boolean;
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  close(): void;
}

/** Speaks to the SQLite that comes with Node 22 and later. */
export function nodeDriver(handle: NodeHandle): Driver {
  return {
    name: 'node:sqlite',
    raw: handle,
    get inTransaction() {
      return handle.isTransaction ?? refusesBegin((sql) => handle.exec(sql));
    },
    prepare: (sql) => nodeStatement(handle.prepare(sql)),
    exec(sql) {
      handle.exec(sql);
    },
    // An open iterator refuses nothing here.
    regain() {},
    close() {
      handle.close();
    },
  };
}

function nodeStatement(statement: NodeStatement): Statement {
  statement.setReturnArrays?.(true);
  return {
    run: (...values) => Number(statement.run(...exact(values)).changes),
    get(...values) {
      const row = statement.get(...exact(values));
      return row === undefined ? undefined : asValues(row);
    },
    all: (...values) => statement.all(...exact(values)).map(asValues),
  };
}

/** Older Node gives objects only; column names are unique in every statement here, so their order is the row's. */
function asValues(row: unknown): Values {
  return Array.isArray(row) ? row : Object.values(row as object);
}

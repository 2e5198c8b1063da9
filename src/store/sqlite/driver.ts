import type { Value, Values } from '../table/values.ts';

/** A statement, prepared once and run many times. Reuse keeps its compiled form; SQLite prepares again by itself. */
export interface Statement {
  /** Runs it and answers how many rows changed. */
  run(...values: readonly Value[]): number;
  /** The first row, or undefined. */
  get(...values: readonly Value[]): Values | undefined;
  all(...values: readonly Value[]): readonly Values[];
}

/** The names of the drivers that can be asked for. */
export type DriverName = 'node:sqlite' | 'better-sqlite3';

/** The little that the store needs of a SQLite binding. Both adapters behave alike; errors pass through untouched. */
export interface Driver {
  readonly name: DriverName;
  /** The binding's own handle. */
  readonly raw: unknown;
  /** Whether a transaction is open on the handle. */
  readonly inTransaction: boolean;
  prepare(sql: string): Statement;
  /** Runs a script of statements without parameters. */
  exec(sql: string): void;
  /** Makes statements run although somebody who was lent the handle has a query open on it. */
  regain(): void;
  close(): void;
}

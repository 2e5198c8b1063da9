import { BoundaryError } from '../errors.ts';

/** One step of a database's schema. Once released its text never changes: a correction is a further migration. */
export interface Migration {
  /** 1, 2, 3 …, without gaps. */
  readonly id: number;
  readonly name: string;
  /** Statements, each ended by a semicolon. They run in one transaction with every other pending step. */
  readonly sql: string;
}

/** A step, and whether a database has it. */
export interface MigrationState extends Migration {
  readonly applied: boolean;
}

/**
 * The steps that a database still lacks, in order. `applied` are the ids that it records.
 * Throws `store_newer` where it records one that this code does not know: older code must not write to newer tables.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly number[],
): readonly Migration[] {
  const newest = Math.max(0, ...applied);
  if (newest > known.length) {
    throw new BoundaryError(
      'store_newer',
      `the database was migrated to step ${newest} by a newer version of countersign; this version knows ${known.length}: upgrade it`,
    );
  }
  const done = new Set(applied);
  return known.filter((migration) => !done.has(migration.id));
}

/** All steps as one SQL script, for people who apply or review migrations themselves. */
export function printSteps(migrations: readonly Migration[]): string {
  return migrations.map((step) => `-- ${step.id} ${step.name}\n${step.sql.trim()}\n`).join('\n');
}

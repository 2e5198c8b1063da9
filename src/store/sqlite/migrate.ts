import { type Migration, type MigrationState, pendingMigrations } from '../migration.ts';
import type { Driver } from './driver.ts';
import type { Transactions } from './transaction.ts';

/**
 * Brings the schema up to date: nothing, or every pending step in one transaction. The write lock makes processes
 * that start at once queue up; all but the first find it done. Throws `store_newer` before any change.
 */
export function migrate(driver: Driver, { whole }: Transactions, known: readonly Migration[]): void {
  if (isRecorded(driver) && pending(driver, known).length === 0) return;
  whole(() => {
    driver.exec(
      'CREATE TABLE IF NOT EXISTS countersign_migration (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT',
    );
    const record = driver.prepare('INSERT INTO countersign_migration (id, name) VALUES (?, ?)');
    for (const step of pending(driver, known)) {
      driver.exec(step.sql);
      record.run(step.id, step.name);
    }
  });
}

/** The steps and which of them a database has; null stands for one that does not exist yet. Reads only. */
export function migrationStates(
  driver: Driver | null,
  known: readonly Migration[],
): readonly MigrationState[] {
  const lacking = driver !== null && isRecorded(driver) ? pending(driver, known) : known;
  return known.map((step) => ({ ...step, applied: !lacking.includes(step) }));
}

function isRecorded(driver: Driver): boolean {
  const table = driver.prepare(
    "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'countersign_migration'",
  );
  return table.get() !== undefined;
}

function pending(driver: Driver, known: readonly Migration[]): readonly Migration[] {
  const applied = driver.prepare('SELECT id FROM countersign_migration').all();
  return pendingMigrations(
    known,
    applied.map(([id]) => Number(id)),
  );
}

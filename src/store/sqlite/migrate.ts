import { type Migration, pendingMigrations } from '../migration.ts';
import type { Driver } from './driver.ts';
import type { Transactions } from './transaction.ts';

/**
 * Brings the schema up to date: nothing, or every pending step in one transaction. The write lock makes processes
 * that start at once queue up; all but the first find it done. Throws `store_newer` before any change.
 */
export function migrate(driver: Driver, { whole }: Transactions, known: readonly Migration[]): void {
  const table = driver.prepare(
    "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'countersign_migration'",
  );
  if (table.get() !== undefined && pending(driver, known).length === 0) return;
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

function pending(driver: Driver, known: readonly Migration[]): readonly Migration[] {
  const applied = driver.prepare('SELECT id FROM countersign_migration').all();
  return pendingMigrations(
    known,
    applied.map(([id]) => Number(id)),
  );
}

import { BoundaryError } from '../../errors.ts';
import { type Migration, type MigrationState, pendingMigrations } from '../migration.ts';
import { Columns } from '../table/columns.ts';
import type { PgClient } from './driver.ts';
import { type On, onClient, quoted, sqlFor } from './statement.ts';

/** The oldest PostgreSQL that has all that is used here. */
const oldest = 130_000;

/** Throws `store_failed` where a server cannot keep what a store keeps. */
export async function checkServer(on: On): Promise<void> {
  const settings = sqlFor('')(
    `SELECT current_setting('server_version_num')::integer, current_setting('server_encoding')`,
  );
  const [row = []] = await on.all(settings);
  const columns = new Columns(row);
  const [version, encoding] = [columns.whole(), columns.text()];
  if (version < oldest) throw new BoundaryError('store_failed', 'PostgreSQL 13 or later is needed');
  if (encoding !== 'UTF8') throw new BoundaryError('store_failed', 'the database has to be encoded in UTF8');
}

/**
 * Brings a schema up to date, inside a transaction that somebody else frames: nothing, or every pending step. Processes
 * that start at once wait for one another; all but the first find it done. Throws `store_newer` before any change.
 */
export async function migrate(client: PgClient, schema: string, known: readonly Migration[]): Promise<void> {
  const on = onClient(client);
  if ((await lacking(on, schema, known)).length === 0) return;
  const sql = sqlFor(schema);
  // A large database may take its time, and so may whoever migrates it at this moment.
  await client.query('SET LOCAL statement_timeout = 0');
  await on.all(sql('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))'), `countersign ${schema} migrate`);
  const there = await on.all(sql('SELECT 1 FROM pg_namespace WHERE nspname = ?'), schema);
  if (there.length === 0) await client.query(`CREATE SCHEMA ${quoted(schema)}`);
  await client.query(`SET LOCAL search_path TO ${quoted(schema)}`);
  await client.query(
    'CREATE TABLE IF NOT EXISTS countersign_migration (id INTEGER PRIMARY KEY, name TEXT NOT NULL)',
  );
  const record = sql('INSERT INTO countersign_migration (id, name) VALUES (?, ?)');
  for (const step of await lacking(on, schema, known)) {
    await client.query(step.sql);
    await on.run(record, step.id, step.name);
  }
}

/** The steps and which of them a schema has. Reads only. */
export async function migrationStates(
  on: On,
  schema: string,
  known: readonly Migration[],
): Promise<readonly MigrationState[]> {
  const pending = await lacking(on, schema, known);
  return known.map((step) => ({ ...step, applied: !pending.includes(step) }));
}

async function lacking(on: On, schema: string, known: readonly Migration[]): Promise<readonly Migration[]> {
  const sql = sqlFor(schema);
  const table = sql(
    `SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = ? AND relname = ?`,
  );
  if ((await on.all(table, schema, 'countersign_migration')).length === 0) return known;
  const applied = await on.all(sql('SELECT id FROM countersign_migration'));
  return pendingMigrations(
    known,
    applied.map((row) => new Columns(row).whole()),
  );
}

/* What opening a boundary does to a database: once, again, and where it cannot. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlite } from '../src/store/sqlite/index.ts';
import { newDesk, openDesk } from './desk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-opening-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function dump(file: string): unknown {
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all();
    return { tables, catalogues: database.prepare('SELECT * FROM countersign_catalogue').all() };
  } finally {
    database.close();
  }
}

test('an empty database is migrated by the first start, and the second one finds everything [V-153, V-150]', async () => {
  const file = join(folder, 'app.db');
  const first = await openDesk({ store: sqlite(file) });
  await first.boundary.close();
  const after = dump(file);
  const second = await openDesk({ store: sqlite(file) });
  expect((await second.session.call('orders.cancel', { orderId: 'o-1' })).kind).toBe('executed');
  await second.boundary.close();
  expect(dump(file)).toEqual(after);
  expect(after).toMatchObject({ catalogues: [{ version: second.boundary.catalogue.version }] });
});

test('what is kept of a catalogue is its version and nothing that the application declared [V-150]', async () => {
  const file = join(folder, 'app.db');
  const { boundary } = await openDesk({ store: sqlite(file) });
  await boundary.close();
  const { catalogues } = dump(file) as { catalogues: Record<string, unknown>[] };
  expect(JSON.stringify(catalogues)).not.toMatch(/orders|cancel|note|acme/);
});

test('a database that cannot be reached fails the start with one error that has a code [V-151]', async () => {
  const desk = newDesk();
  for (const file of [join(folder, 'no', 'such', 'folder', 'app.db'), folder]) {
    await expect(openDesk({ store: sqlite(file) }, desk)).rejects.toMatchObject({
      code: expect.stringMatching(/^store_/),
    });
  }
  expect(desk.effects).toEqual([]);
});

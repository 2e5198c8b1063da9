import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { migrationStates } from './migrate.ts';
import { migrations } from './migrations.ts';
import { availableDrivers, driverOf, openHandle } from './find-driver.ts';
import { sqlite } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-states-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('asking which steps a database has makes no database and needs none to be open', async () => {
  const file = join(folder, 'absent.db');
  const store = sqlite(file);
  expect((await store.migrations()).map(({ applied }) => applied)).toEqual(migrations.map(() => false));
  expect(existsSync(file)).toBe(false);
});

test('every step is there once the store was opened, before and after it is closed', async () => {
  const file = join(folder, 'there.db');
  const store = sqlite(file);
  await store.open(fakeClock());
  const all = migrations.map(({ id, name, sql }) => ({ id, name, sql, applied: true }));
  expect(await store.migrations()).toEqual(all);
  await store.close();
  expect(await sqlite(file).migrations()).toEqual(all);
});

test('a database of a newer version is reported as one', async () => {
  const file = join(folder, 'newer.db');
  const store = sqlite(file);
  await store.open(fakeClock());
  await store.close();
  const driver = driverOf(await openHandle(availableDrivers()[0], file));
  driver.prepare('INSERT INTO countersign_migration (id, name) VALUES (?, ?)').run(999, 'of tomorrow');
  expect(() => migrationStates(driver, migrations)).toThrowError(
    expect.objectContaining({ code: 'store_newer' }),
  );
  driver.close();
  await expect(sqlite(file).migrations()).rejects.toMatchObject({ code: 'store_newer' });
});

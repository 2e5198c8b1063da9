import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { callRow, evidenceRow } from '../../testing/conformance/store-rows.ts';
import { availableDrivers, driverOf, openHandle } from './find-driver.ts';
import { printMigrations } from './migrations.ts';
import { sqlite } from './sqlite.ts';
import type { Store } from '../store.ts';

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'sqlite-')), 'app.db');
}

const record = evidenceRow(callRow());

afterEach(() => {
  vi.restoreAllMocks();
  vi.doUnmock('better-sqlite3');
});

test('a store says where it is and whether it lasts', async () => {
  const [driver] = availableDrivers();
  const file = newFile();
  const inFile = sqlite(relative(process.cwd(), file));
  expect(inFile).toMatchObject({ file, durable: true, description: `sqlite (${driver}) app.db` });
  const memory = { file: null, durable: false, description: `sqlite (${driver}) :memory:` };
  expect(sqlite(':memory:')).toMatchObject(memory);
  expect(sqlite(await openHandle(driver, file))).toMatchObject({ file, durable: true });
  expect(sqlite(await openHandle(driver, ':memory:'))).toMatchObject(memory);
});

test.for([
  ['', {}],
  ['file:app.db', {}],
  ['a\u0000b', {}],
  [{}, {}],
  ['app.db', { synchronous: 'OFF' }],
  ['app.db', { driver: 'sqlite3' }],
  ['app.db', { synchronus: 'FULL' }],
  ['app.db', null],
  [undefined, {}],
] as const)('a location or option that is none is refused: %j %j', ([location, options]) => {
  expect(() => Reflect.apply(sqlite, undefined, [location, options])).toThrow(
    expect.objectContaining({ code: 'options_invalid' }),
  );
});

test('where no binding can be loaded, one sentence says what to install', async () => {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  vi.doMock('better-sqlite3', () => {
    throw new Error('not installed');
  });
  const opening = async (store: Store, says: RegExp) =>
    expect(store.open(fakeClock())).rejects.toMatchObject({
      code: 'store_driver_missing',
      message: expect.stringMatching(says),
    });
  await opening(sqlite(newFile()), /^sqlite\(\) needs Node 22\.13 or later, or the package better-sqlite3 /);
  // Whoever asks for Node's own is not told to install another one.
  await opening(
    sqlite(newFile(), { driver: 'node:sqlite' }),
    /^this Node \(v[\d.]+\) has no node:sqlite: use Node 22\.13 or later, or leave the driver out$/,
  );
});

test('an operation on a store that is not open, or not any more, is refused', async () => {
  const store = sqlite(':memory:');
  const refused = expect.objectContaining({
    code: 'store_failed',
    message: expect.stringMatching(/: the store is not open$/),
  });
  expect(() => store.catalogues()).toThrow(refused);
  await store.open(fakeClock());
  const closed = store.close();
  expect(() => store.catalogues()).toThrow(refused);
  await closed;
  await store.close();
  expect(() => store.catalogues()).toThrow(refused);
  expect(() => store.appendEvidence([])).toThrow(refused);
});

test('a store that is open, opening or closing is not opened for somebody else, and stays as it is', async () => {
  const store = sqlite(newFile());
  const refused = {
    code: 'options_invalid',
    message: 'this store is open already: give each boundary a store of its own',
  };
  const opened = store.open(fakeClock());
  await expect(store.open(fakeClock())).rejects.toMatchObject(refused);
  await opened;
  await expect(store.open(fakeClock())).rejects.toMatchObject(refused);
  await store.appendEvidence([record]);
  const closed = store.close();
  await expect(store.open(fakeClock())).rejects.toMatchObject(refused);
  await closed;
});

test('a store that could not be opened can be opened once that is put right', async () => {
  const folder = join(newFile(), 'later');
  const store = sqlite(join(folder, 'app.db'));
  await expect(store.open(fakeClock())).rejects.toMatchObject({ code: 'store_failed' });
  await store.close();
  mkdirSync(folder, { recursive: true });
  await store.open(fakeClock());
  expect(await store.catalogues()).toEqual([]);
  await store.close();
});

test('closing waits for an opening that is under way', async () => {
  const store = sqlite(newFile());
  const opened = store.open(fakeClock());
  await Promise.all([opened, store.close(), store.close()]);
  expect(() => store.catalogues()).toThrow(expect.objectContaining({ code: 'store_failed' }));
  await store.open(fakeClock());
  await store.close();
});

describe.for(availableDrivers())('with %s', (driver) => {
  test('what was written is there after closing and opening again, with one store or another', async () => {
    const file = newFile();
    const first = sqlite(file, { driver });
    for (const [times, store] of [
      [1, first],
      [2, first],
      [3, sqlite(file, { driver })],
    ] as const) {
      await store.open(fakeClock());
      await store.appendEvidence([record]);
      expect(await store.evidence({ tenant: 'acme', after: 0, limit: 10 })).toHaveLength(times);
      await store.close();
    }
  });

  test('every commit is flushed to the disk, unless asked otherwise', async () => {
    const handle = await openHandle(driver, newFile());
    const pragma = (name: string): unknown => driverOf(handle).prepare(`PRAGMA ${name}`).get()?.[0];
    await sqlite(handle).open(fakeClock());
    expect([pragma('journal_mode'), pragma('synchronous')]).toEqual(['wal', 2]);
    await sqlite(handle, { synchronous: 'NORMAL' }).open(fakeClock());
    expect(pragma('synchronous')).toBe(1);
  });

  test('after a restart with a clock set back, time goes back by less than a second', async () => {
    const file = newFile();
    const before = fakeClock(1_000_000);
    const store = sqlite(file, { driver });
    await store.open(before);
    await store.appendEvidence([record]);
    before.advance(5_900);
    await store.appendEvidence([record]);
    before.advance(999);
    await store.appendEvidence([record]);
    await store.close();
    const again = sqlite(file, { driver });
    await again.open(fakeClock(0));
    expect((await again.loadForDecision(callRow(), 'v1')).now).toBe(1_005_900);
    await again.close();
  });

  test('a process sees the time that another has recorded', async () => {
    const file = newFile();
    const [ahead, behind] = [sqlite(file, { driver }), sqlite(file, { driver })];
    await ahead.open(fakeClock(9_000_000));
    await behind.open(fakeClock(1_000_000));
    await ahead.appendEvidence([record]);
    expect((await behind.loadForDecision(callRow(), 'v1')).now).toBe(9_000_000);
  });

  test('a clock that gives no time is a fault', async () => {
    const store = sqlite(':memory:', { driver });
    await store.open({ ...fakeClock(), now: () => Number.NaN });
    expect(() => store.loadForDecision(callRow(), 'v1')).toThrow(
      expect.objectContaining({ code: 'store_failed' }),
    );
  });

  test('a full disk, a file that is no database and a folder that is not there are faults, not crashes', async () => {
    const handle = await openHandle(driver, ':memory:');
    const full = sqlite(handle);
    await full.open(fakeClock());
    handle.exec('PRAGMA max_page_count = 1');
    const big = { ...record, body: 'x'.repeat(1_000_000) };
    const ends = await Promise.allSettled(
      [record, big, record, big].map(async (one) => full.appendEvidence([one])),
    );
    const fault = { status: 'rejected', reason: { code: 'store_failed', cause: expect.any(Error) } };
    expect(ends[1]).toMatchObject(fault);
    expect(ends[3]).toMatchObject(fault);
    for (const end of ends) expect(JSON.stringify(end)).not.toContain('xxx');
    const there = await full.evidence({ tenant: 'acme', after: 0, limit: 10 });
    expect(there).toHaveLength(ends.filter(({ status }) => status === 'fulfilled').length);

    const text = newFile();
    writeFileSync(text, 'no database '.repeat(1_000));
    for (const location of [text, join(newFile(), 'no', 'folder.db')]) {
      await expect(sqlite(location, { driver }).open(fakeClock())).rejects.toMatchObject({
        code: 'store_failed',
      });
    }
  });

  test('a database that cannot be written is a fault', async () => {
    const handle = await openHandle(driver, newFile());
    const store = sqlite(handle);
    await store.open(fakeClock());
    handle.exec('PRAGMA query_only = 1');
    expect(() => store.appendEvidence([record])).toThrow(expect.objectContaining({ code: 'store_failed' }));
    expect(await store.evidence({ tenant: 'acme', after: 0, limit: 10 })).toEqual([]);
  });

  test('a row of another kind or state than the schema says is a fault', async () => {
    const handle = await openHandle(driver, ':memory:');
    const store = sqlite(handle);
    await store.open(fakeClock());
    handle.exec("INSERT INTO countersign_catalogue VALUES ('v1', 'perhaps', 1, 'mac')");
    expect(() => store.catalogues()).toThrow(expect.objectContaining({ code: 'store_failed' }));
  });
});

test('the printed migrations are the schema', async () => {
  const printed = await openHandle(availableDrivers()[0], ':memory:');
  printed.exec(printMigrations());
  const opened = await openHandle(availableDrivers()[0], ':memory:');
  await sqlite(opened).open(fakeClock());
  const schema = "SELECT sql FROM sqlite_schema WHERE name <> 'countersign_migration' ORDER BY name";
  expect(driverOf(printed).prepare(schema).all()).toEqual(driverOf(opened).prepare(schema).all());
});

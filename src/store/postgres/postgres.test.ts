import { Client, Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { newDatabase, stopsServerAfterwards } from '../../../test/postgres/server.ts';
import { systemClock } from '../../clock.ts';
import {
  admissionOf,
  callRow,
  chargeOf,
  completed,
  evidenceRow,
  settlementOf,
  withCatalogue,
} from '../../testing/conformance/store-rows.ts';
import { callOf, recordsOf, timeOf } from '../../testing/conformance/store-view.ts';
import { fakeClock } from '../../testing/clock.ts';
import { storeFault } from './fault.ts';
import { postgres, printMigrations, type PostgresOptions } from './index.ts';

stopsServerAfterwards();

const url = 'postgres://ann:secret@db.example.com:5432/shop';
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** An open store, closed after the test. */
async function opened(options: PostgresOptions, clock = systemClock) {
  const store = postgres(options);
  await store.open(clock);
  ends.push(async () => store.close());
  return store;
}

/** Runs SQL beside the stores. */
async function sql(database: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

function poolOf(database: string): Pool {
  const pool = new Pool({ connectionString: database, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  ends.push(() => pool.end());
  return pool;
}

test('options that are none are refused, and nothing secret is shown', () => {
  const pool = { connect: () => Promise.reject(new Error('no')) };
  for (const options of [
    {},
    { url, pool },
    { url: 'mysql://db' },
    { url: 'no url' },
    { url: 7 },
    { pool: {} },
    { url, schema: '' },
    { url, schema: 'x'.repeat(64) },
    { url, schema: 'a\u0000' },
    { url, connections: 1 },
    { url, connections: 2.5 },
    { pool, connections: 4 },
    { url, other: 1 },
    null,
  ]) {
    expect(() => postgres(options as PostgresOptions)).toThrow(
      expect.objectContaining({ code: 'options_invalid' }),
    );
  }
  const { description, durable, file, transactional } = postgres({ url });
  expect({ description, durable, file, transactional }).toEqual({
    description: 'postgres db.example.com:5432/shop, public',
    durable: true,
    file: null,
    transactional: true,
  });
});

test('where pg is missing one sentence names it', async () => {
  vi.doMock('pg', () => {
    throw new Error('Cannot find package');
  });
  try {
    await expect(async () => postgres({ url }).open(systemClock)).rejects.toMatchObject({
      code: 'store_driver_missing',
      message: 'postgres() needs the package pg (npm install pg): it could not be loaded',
    });
  } finally {
    vi.doUnmock('pg');
  }
});

test('a server that cannot be reached is said to be so, and opening may be tried again', async () => {
  const store = postgres({ url: 'postgres://ann:secret@127.0.0.1:1/shop' });
  for (let round = 0; round < 2; round += 1) {
    await expect(async () => store.open(systemClock)).rejects.toMatchObject({
      code: 'store_failed',
      message: 'open: the database answered with ECONNREFUSED, nothing listens there',
    });
  }
});

test('time is the clock of the database, which no process sets', async () => {
  const database = await newDatabase();
  const store = await opened({ url: database });
  const clock = async () =>
    Number((await sql(database, 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now'))[0]!['now']);
  const [before, now, after] = [await clock(), await timeOf(store), await clock()];
  expect(now).toBeGreaterThanOrEqual(Math.floor(before));
  expect(now).toBeLessThanOrEqual(after);
});

test('time that was met is met again by the next process, though the clock of the database was set back', async () => {
  const database = await newDatabase();
  const ahead = Date.now() + 3_600_000;
  const first = await opened({ url: database }, fakeClock(ahead));
  await withCatalogue(first);
  await first.close();
  const second = await opened({ url: database });
  expect(await timeOf(second)).toBe(ahead);
  const { from, to } = await second.resetClock(() => evidenceRow(callRow()));
  expect(from).toBe(ahead);
  expect(Math.abs(to - Date.now())).toBeLessThan(60_000);
  expect(Math.abs((await timeOf(second)) - Date.now())).toBeLessThan(60_000);
});

test('processes that start at once on an empty database all start, and each finds every step', async () => {
  const database = await newDatabase();
  const stores = await Promise.all(
    Array.from({ length: 8 }, () => opened({ url: database, schema: 'ours' })),
  );
  for (const store of stores) expect((await store.migrations()).every(({ applied }) => applied)).toBe(true);
  const steps = await sql(database, 'SELECT id FROM ours.countersign_migration');
  expect(steps).toEqual([{ id: 1 }]);
  expect(printMigrations()).toContain('CREATE TABLE countersign_call');
});

test('an empty database lacks every step, and asking makes nothing', async () => {
  const database = await newDatabase();
  const states = await postgres({ url: database }).migrations();
  expect(states.map(({ applied }) => applied)).toEqual([false]);
  expect(await sql(database, "SELECT 1 FROM pg_class WHERE relname LIKE 'countersign%'")).toEqual([]);
});

test('a database that newer code migrated is not opened', async () => {
  const database = await newDatabase();
  await (await opened({ url: database })).close();
  await sql(database, "INSERT INTO countersign_migration (id, name) VALUES (2, 'to come')");
  await expect(opened({ url: database })).rejects.toMatchObject({ code: 'store_newer' });
});

test('schemas of one database know nothing of one another', async () => {
  const database = await newDatabase();
  const [a, b] = [await opened({ url: database, schema: 'a' }), await opened({ url: database, schema: 'b' })];
  for (const store of [a, b]) await withCatalogue(store);
  await a.admit(admissionOf(callRow()));
  expect(await callOf(b, callRow())).toBeNull();
  await expect(b.admit(admissionOf(callRow()))).resolves.toEqual({ kind: 'admitted' });
});

test('a connection inside a transaction of the application is refused, and left as it was', async () => {
  const database = await newDatabase();
  const pool = poolOf(database);
  const store = await opened({ pool });
  await withCatalogue(store);
  const client = await pool.connect();
  await client.query('BEGIN');
  client.release();
  const charge = chargeOf({ kind: 'budget', max: 9 }, 0);
  for (const refused of [
    async () => store.admit(admissionOf(callRow())),
    async () => store.settle(settlementOf(callRow(), completed(callRow()))),
    async () => store.transact(admissionOf(callRow()), async () => null),
    async () => store.loadForDecision(callRow(), 'v1'),
    async () => store.charge({ tenant: 'acme', charges: [charge], how: 'look', evidence: null }),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'outer_transaction' });
  }
  const again = await pool.connect();
  await again.query('ROLLBACK');
  again.release();
  expect(await callOf(store, callRow())).toBeNull();
});

test('connections that the server ended while nobody used them are replaced', async () => {
  const database = await newDatabase();
  const store = await opened({ url: database });
  await withCatalogue(store);
  await Promise.all(Array.from({ length: 4 }, () => timeOf(store)));
  await sql(
    database,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const answers = await Promise.all(ids.map(async (id) => store.admit(admissionOf(callRow({ id })))));
  expect(answers.map(({ kind }) => kind)).toEqual(ids.map(() => 'admitted'));
});

test('a connection that is lost while an executor uses it leaves nothing behind', async () => {
  const database = await newDatabase();
  const store = await opened({ url: database });
  await withCatalogue(store);
  const [call, before] = [callRow(), await recordsOf(store, 'acme')];
  const lost = store.transact(admissionOf(call), async (tx) => {
    const client = tx as Client;
    await client.query('CREATE TABLE effect (n integer)');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await sql(database, `SELECT pg_terminate_backend(${rows[0]!.pid})`);
    return settlementOf(call, completed(call));
  });
  await expect(lost).rejects.toMatchObject({ code: 'store_failed' });
  expect([await callOf(store, call), await recordsOf(store, 'acme')]).toEqual([null, before]);
  expect(await sql(database, "SELECT 1 FROM pg_class WHERE relname = 'effect'")).toEqual([]);
});

test('an executor that goes on after a failed statement as if nothing had happened is told', async () => {
  const store = await opened({ url: await newDatabase() });
  await withCatalogue(store);
  const call = callRow();
  const failing = store.transact(admissionOf(call), async (tx) => {
    await (tx as Client).query('SELECT 1 FROM nowhere').catch(() => {});
    return settlementOf(call, completed(call));
  });
  await expect(failing).rejects.toThrow('a statement of the executor failed');
  expect(await callOf(store, call)).toBeNull();
});

test('a statement that an executor left behind is cancelled, and its own error is thrown on', async () => {
  const store = await opened({ url: await newDatabase() });
  await withCatalogue(store);
  const left: Promise<unknown>[] = [];
  const began = performance.now();
  const late = store.transact(admissionOf(callRow()), async (tx) => {
    left.push((tx as Client).query('SELECT pg_sleep(60)').catch((error: unknown) => error));
    throw new Error('too late');
  });
  await expect(late).rejects.toThrow('too late');
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await left[0]).toMatchObject({ code: '57014' });
  expect(await callOf(store, callRow())).toBeNull();
});

test('who waits for a connection for too long is told that the database is busy', () => {
  const error = storeFault('admit', new Error('timeout exceeded when trying to connect'));
  expect(error).toMatchObject({ code: 'store_busy' });
});

test('executors may ask the store while as many as may do run', async () => {
  const store = await opened({ url: await newDatabase(), connections: 2 });
  await withCatalogue(store);
  const calls = Array.from({ length: 4 }, (_, n) => callRow({ id: `call-${n}` }));
  const answers = await Promise.all(
    calls.map(async (call) =>
      store.transact(admissionOf(call), async () => {
        await store.evidence({ tenant: 'acme', after: 0, limit: 1 });
        return settlementOf(call, completed(call));
      }),
    ),
  );
  expect(answers.map(({ kind }) => kind)).toEqual(calls.map(() => 'settled'));
});

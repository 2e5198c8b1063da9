import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import {
  BoundaryError,
  type BoundaryOptions,
  capability,
  createBoundary,
  EffectNotPerformed,
  jsonSchema,
  type Limit,
  resource,
} from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { fakeClock } from '../src/testing/index.ts';
import { bending } from './bent-store.ts';
import { evidenceOf, held, turns } from './desk.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Given {
  readonly tx: unknown;
  readonly signal: AbortSignal;
  readonly executionId: string;
}

/** A boundary and its application in one database, with an executor that books inside the transaction. */
async function openBooks(
  act: (tx: Database.Database, given: Given) => unknown = () => 'booked',
  options: Partial<BoundaryOptions> = {},
  authorize: () => boolean = () => true,
) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-transactional-'));
  folders.push(folder);
  const file = join(folder, 'app.db');
  const books = new Database(file);
  books.exec('CREATE TABLE bookings (id TEXT, execution TEXT)');
  const clock = fakeClock();
  const limits: readonly Limit[] = [{ name: 'books', key: 'tenant', shape: { kind: 'budget', max: 3 } }];
  const book = capability({
    name: 'books.book',
    effect: 'write',
    ask: 'never',
    transactional: true,
    input: jsonSchema<{ readonly id: string }>({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    }),
    authorize,
    once: ({ input }) => ({ id: input.id }),
    limits,
    execute: ({ input, tx, signal, executionId }) => {
      const database = tx as Database.Database;
      database.prepare('INSERT INTO bookings VALUES (?, ?)').run(input.id, executionId);
      return act(database, { tx, signal, executionId });
    },
  });
  const real = sqlite(file, { driver: 'better-sqlite3' });
  const { store, bend } = bending(real);
  const boundary = await createBoundary({
    capabilities: [book],
    store,
    key: 'ab'.repeat(32),
    clock,
    say: () => {},
    ...options,
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const call = (id: string, callId = `call ${id}`) => session.call('books.book', { id }, { callId });
  const booked = () => books.prepare('SELECT id FROM bookings ORDER BY id').pluck().all();
  return { boundary, session, call, booked, clock, bend, real };
}

test('the effect, its claim, its limits and its evidence are one transaction [D-043]', async () => {
  const { call, booked, boundary } = await openBooks();
  const outcome = await call('b-1');
  expect(outcome).toMatchObject({ kind: 'executed', value: 'booked' });
  expect(booked()).toEqual(['b-1']);
  expect(await call('b-1')).toMatchObject({ kind: 'replayed', value: 'booked' });
  expect(await call('b-1', 'another')).toMatchObject({ kind: 'denied', reason: 'duplicate' });
  const records = await evidenceOf(boundary);
  expect(records.map(({ type }) => type)).toEqual([
    ...['call.admitted', 'call.executed', 'call.answered', 'call.refused'],
  ]);
  expect(records.every(({ authentic }) => authentic)).toBe(true);
});

for (const [title, thrown] of [
  ['an error', new Error('no such account')],
  ['a text', 'no'],
  ['the word of the executor', new EffectNotPerformed()],
] as const) {
  test(`an executor that throws ${title} leaves nothing behind but the record of it [D-043, B-125]`, async () => {
    let fails = true;
    const { call, booked, boundary } = await openBooks(() => {
      if (fails) throw thrown as Error;
      return 'booked';
    });
    for (let n = 0; n < 4; n += 1) expect((await call('b-1', `try ${n}`)).kind).toBe('failed');
    expect(booked()).toEqual([]);
    expect((await call('b-1', 'try 0')).kind).toBe('failed');
    fails = false;
    // Neither the operation nor a unit of the limit was kept.
    for (const id of ['b-1', 'b-2', 'b-3']) expect((await call(id)).kind).toBe('executed');
    expect((await call('b-4')).kind).toBe('throttled');
    const failed = (await evidenceOf(boundary)).find(({ type }) => type === 'call.failed');
    expect(failed?.body).toMatchObject({ undone: true, kept: false });
  });
}

test('an executor that passes its deadline is undone, and what it does late fails [D-043]', async () => {
  const late = held();
  const heard: unknown[] = [];
  const { call, booked, clock } = await openBooks(async (tx, { signal }) => {
    await late.promise;
    heard.push(signal.aborted);
    try {
      tx.prepare("INSERT INTO bookings VALUES ('late', 'late')").run();
    } catch (error) {
      heard.push(error instanceof Error);
    }
  });
  const outcome = call('b-1');
  await turns();
  clock.advance(1_000);
  expect((await outcome).kind).toBe('failed');
  late.resolve(undefined);
  await turns();
  expect(heard).toEqual([true, true]);
  expect(booked()).toEqual([]);
  expect((await call('b-1')).kind).toBe('failed');
});

test('nothing of the boundary is called from inside a transaction: it would wait for itself', async () => {
  let nested: readonly unknown[] = [];
  const { call, session, boundary } = await openBooks(async () => {
    nested = await Promise.all(
      [
        () => session.call('books.book', { id: 'b-2' }),
        () => session.check('books.book', { id: 'b-2' }),
        async () => boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-2' }),
        async () => boundary.operator({ tenant: 'acme', id: 'op' }),
        () => session.spent({ tokens: 1 }),
      ].map((work) => work().catch((error: unknown) => (error as { code: unknown }).code)),
    );
    return 'booked';
  });
  expect((await call('b-1')).kind).toBe('executed');
  expect(nested).toEqual(Array.from({ length: 5 }, () => 'outer_transaction'));
  expect((await session.call('books.book', { id: 'b-2' })).kind).toBe('executed');
});

test('two at once of the same operation book once, and different ones both', async () => {
  const { call, booked } = await openBooks(async () => {
    await turns();
    return 'booked';
  });
  const kinds = await Promise.all([call('b-1', 'one'), call('b-1', 'two'), call('b-2')]);
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['denied', 'executed', 'executed']);
  expect(booked()).toEqual(['b-1', 'b-2']);
});

for (const end of ['COMMIT', 'ROLLBACK', 'ROLLBACK; INSERT INTO bookings VALUES (1, 1)']) {
  test(`an executor that ends the transaction itself (${end}) leaves it unknown, on record, and blocked [D-043]`, async () => {
    let runs = 0;
    const { call, boundary } = await openBooks((tx) => {
      runs += 1;
      tx.exec(end);
    });
    await expect(call('b-1')).rejects.toMatchObject({ code: 'settlement_failed', effect: 'unknown' });
    expect((await call('b-1')).kind).toBe('indeterminate');
    expect(await call('b-1', 'another')).toMatchObject({ reason: 'duplicate', detail: 'indeterminate' });
    expect(runs).toBe(1);
    const types = (await evidenceOf(boundary)).map(({ type }) => type);
    expect(types).toContain('call.indeterminate');
  });
}

test('who had to wait for the transactions of others is checked again: a right that went meanwhile is gone', async () => {
  let allowed = true;
  const first = held();
  const { call, booked } = await openBooks(
    () => first.promise,
    {},
    () => allowed,
  );
  const calls = [call('b-1'), call('b-2'), call('b-3')];
  await turns();
  allowed = false;
  first.resolve('booked');
  const kinds = await Promise.all(calls);
  expect(kinds.map(({ kind }) => kind)).toEqual(['executed', 'denied', 'denied']);
  expect(booked()).toEqual(['b-1']);
});

test('who had to wait and needs a person by then is told that one is asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-transactional-'));
  folders.push(folder);
  const first = held();
  let asks = false;
  const pay = capability({
    name: 'books.pay',
    effect: 'write',
    ask: () => asks,
    transactional: true,
    input: jsonSchema<{ readonly id: string }>({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    }),
    target: resource({ type: 'book', id: 'id', load: (_context, id) => ({ id }), key: ({ id }) => id }),
    authorize: () => true,
    confirm: ({ target }) => ({ book: target.id }),
    execute: () => first.promise,
  });
  const boundary = await createBoundary({
    capabilities: [pay],
    store: sqlite(join(folder, 'app.db')),
    key: 'ab'.repeat(32),
    clock: fakeClock(),
    say: () => {},
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const calls = ['b-1', 'b-2'].map((id) => session.call('books.pay', { id }, { callId: id }));
  await turns();
  asks = true;
  first.resolve('paid');
  expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['executed', 'pending']);
  await boundary.close();
});

test('what an executor started and left running may call again once its transaction is over', async () => {
  const later = held<() => Promise<unknown>>();
  const go = held();
  const { call, session } = await openBooks(() => {
    void go.promise.then(() => later.resolve(() => session.call('books.book', { id: 'b-2' })));
    return 'booked';
  });
  expect((await call('b-1')).kind).toBe('executed');
  go.resolve(undefined);
  expect(await (await later.promise)()).toMatchObject({ kind: 'executed' });
});

test('a commit whose answer was lost is settled by reading the claim [D-043]', async () => {
  const lostAnswer = new BoundaryError('store_failed', 'the connection was lost');
  const { call, booked, bend, real } = await openBooks();
  bend({
    transact: async (...asked) => {
      await real.transact(...asked);
      throw lostAnswer;
    },
  });
  expect(await call('b-1')).toMatchObject({ kind: 'executed', value: 'booked' });
  bend({
    transact: (admission, effect) =>
      real.transact(admission, async (tx) => {
        await effect(tx);
        throw lostAnswer;
      }),
  });
  expect((await call('b-2')).kind).toBe('failed');
  bend({
    transact: async (...asked) => {
      await real.transact(...asked);
      bend({ loadForDecision: () => Promise.reject(lostAnswer) });
      throw lostAnswer;
    },
  });
  await expect(call('b-3')).rejects.toMatchObject({
    code: 'settlement_failed',
    effect: 'unknown',
    output: 'booked',
  });
  bend({});
  expect((await call('b-3')).kind).toBe('replayed');
  expect(booked()).toEqual(['b-1', 'b-3']);
});

test('a transaction that could not begin is a fault of the store, and nothing ran', async () => {
  const { call, booked, bend } = await openBooks();
  bend({ transact: () => Promise.reject(new BoundaryError('store_busy', 'locked')) });
  await expect(call('b-1')).rejects.toMatchObject({ code: 'store_busy' });
  expect(booked()).toEqual([]);
});

test('a store in memory has no second connection, and says so when it is wired', async () => {
  const memory = { store: sqlite(':memory:'), mode: 'development' } as const;
  await expect(openBooks(undefined, memory)).rejects.toMatchObject({
    code: 'options_invalid',
    message: expect.stringContaining('transactional') as string,
  });
});

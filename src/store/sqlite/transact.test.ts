import { mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import {
  admissionOf,
  callRow,
  completed,
  settlementOf,
  withCatalogue,
} from '../../testing/conformance/store-rows.ts';
import type { Store } from '../store.ts';
import { availableDrivers, driverOf, type Handle, openHandle } from './find-driver.ts';
import { sqlite, type SqliteOptions } from './sqlite.ts';

afterEach(() => {
  vi.useRealTimers();
});

const call = callRow();
const settlement = settlementOf(call, completed(call));

/** What both bindings' handles can do besides what the store needs of them. */
interface Iterating {
  exec(sql: string): unknown;
  prepare(sql: string): { iterate(): Iterator<unknown> };
}

/** Ends a query; node:sqlite has ended it with its connection. */
function forget(rows: Iterator<unknown>): void {
  try {
    rows.return?.();
  } catch (error) {
    expect(error).toMatchObject({ message: 'statement has been finalized' });
  }
}

describe.for(availableDrivers())('with %s', (driver) => {
  interface Lending {
    readonly file: string;
    readonly store: Store;
    /** Another connection to the same file. */
    readonly other: Handle;
  }

  async function lending(options: SqliteOptions = {}): Promise<Lending> {
    const file = join(mkdtempSync(join(tmpdir(), 'transact-')), 'app.db');
    const store = sqlite(file, { driver, ...options });
    await store.open(fakeClock());
    await withCatalogue(store);
    const other = await openHandle(driver, file);
    other.exec('CREATE TABLE stock (n INTEGER) STRICT; INSERT INTO stock VALUES (1), (2), (3)');
    return { file, store, other };
  }

  const transact = (store: Store, work: (tx: Handle) => unknown) =>
    (async () =>
      store.transact(admissionOf(call), async (tx) => {
        await work(tx as Handle);
        return settlement;
      }))();

  const stockIn = (handle: Handle): readonly unknown[] =>
    driverOf(handle).prepare('SELECT n FROM stock ORDER BY n').all().flat();

  const rowOf = async (store: Store) => (await store.loadForDecision(call, 'v1')).call;

  test('an executor gets a handle of the same binding, inside a transaction, that is flushed as the store’s own', async () => {
    for (const [synchronous, level] of [
      ['FULL', 2],
      ['NORMAL', 1],
    ] as const) {
      const { store, other } = await lending({ synchronous });
      await transact(store, (tx) => {
        expect(tx.constructor).toBe(other.constructor);
        const lent = driverOf(tx);
        const pragma = (name: string): unknown => lent.prepare(`PRAGMA ${name}`).get()?.[0];
        expect(lent.inTransaction).toBe(true);
        expect([pragma('journal_mode'), pragma('synchronous'), pragma('wal_autocheckpoint')]).toEqual([
          'wal',
          level,
          4_000,
        ]);
        tx.exec('INSERT INTO stock VALUES (4)');
        expect(stockIn(other)).toEqual([1, 2, 3]);
      });
      expect(stockIn(other)).toEqual([1, 2, 3, 4]);
      await store.close();
    }
  });

  test('a query that the executor left open does not keep the lock, whether its work is kept or undone', async () => {
    for (const kept of [true, false]) {
      const { store, other } = await lending();
      let rows: Iterator<unknown> = [][Symbol.iterator]();
      const answer = await store.transact(admissionOf(call), async (tx) => {
        const handle = tx as Iterating;
        handle.exec('INSERT INTO stock VALUES (4)');
        rows = handle.prepare('SELECT n FROM stock').iterate();
        rows.next();
        return kept ? settlement : null;
      });
      expect(answer).toEqual({ kind: kept ? 'settled' : 'undone' });
      expect(stockIn(other)).toEqual(kept ? [1, 2, 3, 4] : [1, 2, 3]);
      expect((await rowOf(store))?.state).toBe(kept ? 'completed' : undefined);
      expect(await store.admit(admissionOf(callRow({ id: 'call-2' })))).toEqual({ kind: 'admitted' });
      forget(rows);
    }
  });

  test('what is left of a handle with an open query writes nothing', async () => {
    const { store, other } = await lending();
    const late: Iterating[] = [];
    const open: Iterator<unknown>[] = [];
    await store.transact(admissionOf(call), async (tx) => {
      const handle = tx as Iterating;
      open.push(handle.prepare('SELECT n FROM stock').iterate());
      open[0]!.next();
      late.push(handle);
      return null;
    });
    expect(() => late[0]!.exec('INSERT INTO stock VALUES (9)')).toThrow();
    forget(open[0]!);
    expect(() => late[0]!.exec('INSERT INTO stock VALUES (9)')).toThrow();
    expect(stockIn(other)).toEqual([1, 2, 3]);
  });

  test('an executor that closes its handle has ended its transaction', async () => {
    const { store, other } = await lending();
    const answer = await transact(store, (tx) => {
      tx.exec('INSERT INTO stock VALUES (4)');
      tx.close();
    });
    expect(answer).toEqual({ kind: 'broken' });
    expect(stockIn(other)).toEqual([1, 2, 3]);
    expect(await rowOf(store)).toBeNull();
  });

  test('savepoints of the executor are its own affair', async () => {
    const { store, other } = await lending();
    const answer = await transact(store, (tx) => {
      tx.exec('SAVEPOINT mine; INSERT INTO stock VALUES (4); ROLLBACK TO mine; INSERT INTO stock VALUES (5)');
    });
    expect(answer).toEqual({ kind: 'settled' });
    expect(stockIn(other)).toEqual([1, 2, 3, 5]);
  });

  test('an executor that touches the row of its own call undoes itself', async () => {
    const { store, other } = await lending();
    const meddling = transact(store, (tx) => {
      tx.exec('INSERT INTO stock VALUES (4); DELETE FROM countersign_call');
    });
    await expect(meddling).rejects.toMatchObject({
      code: 'store_failed',
      message: 'transact: the executor changed the row of its own call',
    });
    expect(stockIn(other)).toEqual([1, 2, 3]);
  });

  test('a commit that fails is thrown, and everything is undone', async () => {
    const { store, other } = await lending();
    other.exec('CREATE TABLE shelf (id INTEGER PRIMARY KEY)');
    other.exec('CREATE TABLE item (shelf REFERENCES shelf DEFERRABLE INITIALLY DEFERRED)');
    const violating = transact(store, (tx) => {
      tx.exec('INSERT INTO stock VALUES (4); INSERT INTO item VALUES (7)');
    });
    await expect(violating).rejects.toMatchObject({ code: 'store_failed', cause: expect.any(Error) });
    expect(stockIn(other)).toEqual([1, 2, 3]);
    expect(await rowOf(store)).toBeNull();
    expect(await transact(store, () => {})).toEqual({ kind: 'settled' });
  });

  test('one that meets another process’s lock waits for it without blocking, and is refused as busy in the end', async () => {
    const { store, other } = await lending();
    other.exec('BEGIN IMMEDIATE');
    vi.useFakeTimers();
    const run = vi.fn<() => void>();
    const refused = expect(transact(store, run)).rejects.toMatchObject({ code: 'store_busy' });
    await vi.advanceTimersByTimeAsync(11_000);
    await refused;
    expect(run).not.toHaveBeenCalled();
    vi.useRealTimers();
    const waiting = transact(store, run);
    other.exec('COMMIT');
    expect(await waiting).toEqual({ kind: 'settled' });
    expect(run).toHaveBeenCalledOnce();
  });

  test('what waits for an open transaction waits however long it takes, and commits before the next one begins', async () => {
    const { store } = await lending();
    const order: string[] = [];
    let end = () => {};
    let runs = () => {};
    const running = new Promise<void>((resolve) => (runs = resolve));
    const first = transact(store, async () => {
      runs();
      await new Promise<void>((resolve) => (end = resolve));
    }).then(() => order.push('first'));
    await running;
    vi.useFakeTimers();
    const second = store.transact(admissionOf(callRow({ id: 'call-2' })), async () => {
      order.push('second begins');
      return null;
    });
    const beside = (async () => store.admit(admissionOf(callRow({ id: 'call-3' }))))().then(() =>
      order.push('beside'),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(order).toEqual([]);
    vi.useRealTimers();
    end();
    await Promise.all([first, beside, second]);
    expect(order.indexOf('beside')).toBeLessThan(order.indexOf('second begins'));
  });

  test('a connection that cannot be opened is a fault, and the next one is tried', async () => {
    const { file, store } = await lending();
    renameSync(dirname(file), `${dirname(file)}-away`);
    await expect(transact(store, () => {})).rejects.toMatchObject({
      code: 'store_failed',
      message: expect.stringContaining('does not exist'),
    });
    renameSync(`${dirname(file)}-away`, dirname(file));
    expect(await transact(store, () => {})).toEqual({ kind: 'settled' });
  });

  test('a store on a handle of the application lends one of its own', async () => {
    const { file } = await lending();
    const handle = await openHandle(driver, file);
    const store = sqlite(handle);
    await store.open(fakeClock());
    expect(store.transactional).toBe(true);
    expect(await transact(store, (tx) => expect(tx).not.toBe(handle))).toEqual({ kind: 'settled' });
    handle.exec('BEGIN');
    expect(() => store.transact(admissionOf(call), async () => null)).toThrow(
      expect.objectContaining({ code: 'outer_transaction' }),
    );
    handle.exec('ROLLBACK');
    await store.close();
    expect(stockIn(handle)).toEqual([1, 2, 3]);
  });

  test('a database in memory lends nothing', async () => {
    const store = sqlite(':memory:', { driver });
    await store.open(fakeClock());
    expect(store.transactional).toBe(false);
    expect(() => store.transact(admissionOf(call), async () => null)).toThrow(
      expect.objectContaining({ code: 'store_failed', message: expect.stringContaining('use a file') }),
    );
  });
});

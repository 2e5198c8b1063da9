import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { admissionOf, callRow, catalogueRow, evidenceRow } from '../../testing/conformance/store-rows.ts';
import type { Store } from '../store.ts';
import { availableDrivers, openHandle } from './find-driver.ts';
import { sqlite } from './sqlite.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Contended {
  readonly store: Store;
  /** Another connection takes the write lock. */
  readonly lock: () => void;
  readonly unlock: () => void;
}

async function contended(): Promise<Contended> {
  const file = join(mkdtempSync(join(tmpdir(), 'busy-')), 'app.db');
  const store = sqlite(file);
  await store.open(fakeClock());
  await store.registerCatalogue(catalogueRow, evidenceRow(callRow()));
  const other = await openHandle(availableDrivers()[0], file);
  return { store, lock: () => other.exec('BEGIN IMMEDIATE'), unlock: () => other.exec('COMMIT') };
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}

test('a write that meets another connection’s lock waits without blocking, then answers [B-130] [V-117]', async () => {
  const { store, lock, unlock } = await contended();
  lock();
  const calls = ['a', 'b', 'c'].map((id) => callRow({ id }));
  const answers = calls.map((call) => store.admit(admissionOf(call)));
  expect(answers.every(isPromise)).toBe(true);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(await store.holder('acme', 'operation:a')).toBeNull();
  unlock();
  for (const answer of answers) expect(await answer).toEqual({ kind: 'admitted' });
});

test('the pauses between tries are random and grow [V-117]', async () => {
  const { store, lock } = await contended();
  lock();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const timeout = vi.spyOn(globalThis, 'setTimeout');
  void Promise.resolve(store.admit(admissionOf(callRow()))).catch(() => {});
  await vi.advanceTimersByTimeAsync(100);
  const pauses = timeout.mock.calls.map(([, milliseconds]) => milliseconds);
  expect(pauses.slice(0, 6)).toEqual([2, 3, 5, 9, 13, 13]);
});

test('patience ends: the write is refused as busy with the last error as its cause, and nothing happened [V-121]', async () => {
  const { store, lock, unlock } = await contended();
  lock();
  vi.useFakeTimers();
  const calls = ['a', 'b'].map((id) => callRow({ id }));
  const ends = Promise.allSettled(calls.map(async (call) => store.admit(admissionOf(call))));
  await vi.advanceTimersByTimeAsync(11_000);
  for (const end of await ends) {
    expect(end).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'store_busy',
        message: 'admit: the database stayed locked by another connection',
        cause: expect.any(Error),
      },
    });
  }
  unlock();
  vi.useRealTimers();
  expect(await store.admit(admissionOf(calls[0]!))).toEqual({ kind: 'admitted' });
});

test('closing lets a write that waits for the lock finish first', async () => {
  const { store, lock, unlock } = await contended();
  lock();
  const answer = store.admit(admissionOf(callRow()));
  const closed = store.close();
  unlock();
  expect(await answer).toEqual({ kind: 'admitted' });
  await closed;
});

test('reads do not wait for a writer', async () => {
  const { store, lock } = await contended();
  lock();
  expect(isPromise(store.loadForDecision(callRow(), 'v1'))).toBe(false);
});

test('opening waits while another connection holds the lock', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'busy-')), 'app.db');
  const other = await openHandle(availableDrivers()[0], file);
  other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; CREATE TABLE other (a)');
  const store = sqlite(file);
  const opened = store.open(fakeClock());
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  other.exec('COMMIT');
  await opened;
  expect(await store.catalogues()).toEqual([]);
});

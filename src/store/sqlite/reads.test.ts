import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import {
  admissionOf,
  callRow,
  completed,
  settlementOf,
  withCatalogue,
} from '../../testing/conformance/store-rows.ts';
import type { Store } from '../store.ts';
import { availableDrivers, driverOf, openHandle } from './find-driver.ts';
import { readsTogether } from './reads.ts';
import { sqlite } from './sqlite.ts';

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'reads-')), 'app.db');
}

async function opened(file: string): Promise<Store> {
  const store = sqlite(file);
  await store.open(fakeClock());
  return store;
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const call = callRow();
const stateOf = async (store: Store) => (await store.loadForDecision(call, 'v1')).call?.state ?? null;

describe('two stores on one file', () => {
  async function two(): Promise<readonly [Store, Store]> {
    const file = newFile();
    const [own, other] = [await opened(file), await opened(file)];
    await withCatalogue(own);
    await endOfTurn();
    return [own, other];
  }

  test('the reads of one turn see one state, the next turn sees what was committed meanwhile', async () => {
    const [own, other] = await two();
    expect(await stateOf(own)).toBeNull();
    await other.admit(admissionOf(call));
    expect(await stateOf(own)).toBeNull();
    await endOfTurn();
    expect(await stateOf(own)).toBe('claimed');
  });

  test('a write ends what its turn has read so far: it compares with what is committed, and so do reads after it', async () => {
    const [own, other] = await two();
    expect(await stateOf(own)).toBeNull();
    await other.admit(admissionOf(call));
    const again = callRow({ mac: 'mac:again', execution: 'execution:again' });
    expect(await own.admit(admissionOf(again))).toEqual({ kind: 'call_moved', call });
    expect(await stateOf(own)).toBe('claimed');
  });

  test('a turn that goes on and on does not go on with an old state', async () => {
    const [own, other] = await two();
    expect(await stateOf(own)).toBeNull();
    await other.admit(admissionOf(call));
    let reads = 1;
    while ((await stateOf(own)) === null) reads += 1;
    expect(reads).toBe(64);
  });

  test('what a lent transaction has committed is seen by the turn that it ends in', async () => {
    const [own] = await two();
    await own.transact(admissionOf(call), async () => {
      expect(await stateOf(own)).toBeNull();
      return settlementOf(call, completed(call));
    });
    expect(await stateOf(own)).toBe('completed');
  });

  test('writes that wait for the end of a turn commit although the turn has read since', async () => {
    const [own] = await two();
    const calls = ['a', 'b', 'c', 'd'].map((id) => callRow({ id }));
    const answers = calls.map(async (one) => own.admit(admissionOf(one)));
    expect(await stateOf(own)).toBeNull();
    expect(await Promise.all(answers)).toEqual(calls.map(() => ({ kind: 'admitted' })));
  });

  test('a store can be closed in the turn that it has read in', async () => {
    const [own, other] = await two();
    expect(await stateOf(own)).toBeNull();
    await own.close();
    await other.close();
  });
});

test('once its turn is over a read keeps no log from being moved into the database', async () => {
  const file = newFile();
  const store = await opened(file);
  await withCatalogue(store);
  const other = driverOf(await openHandle(availableDrivers()[0], file));
  const checkpoint = () => other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.[0];
  await stateOf(store);
  expect(checkpoint()).toBe(1);
  await endOfTurn();
  expect(checkpoint()).toBe(0);
});

test('on a handle of the application no transaction is left open', async () => {
  const handle = await openHandle(availableDrivers()[0], newFile());
  const store = sqlite(handle);
  await store.open(fakeClock());
  await stateOf(store);
  expect(driverOf(handle).inTransaction).toBe(false);
});

test('a read that fails leaves no transaction open, and the next one begins its own', async () => {
  const driver = driverOf(await openHandle(availableDrivers()[0], newFile()));
  const reads = readsTogether(driver);
  const failing = () =>
    reads.read(() => {
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(driver.inTransaction).toBe(false);
  expect(reads.read(() => driver.inTransaction)).toBe(true);
  expect(failing).toThrow('no');
  reads.end();
  expect(driver.inTransaction).toBe(false);
  await endOfTurn();
});

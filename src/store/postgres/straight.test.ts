import { Client } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { newDatabase, stopsServerAfterwards } from '../../../test/postgres/server.ts';
import { systemClock } from '../../clock.ts';
import {
  admissionOf,
  callRow,
  chargeOf,
  completed,
  finishedCall,
  settlementOf,
  withCatalogue,
} from '../../testing/conformance/store-rows.ts';
import { callOf, metersOf, recordsOf, timeOf } from '../../testing/conformance/store-view.ts';
import type { Store } from '../store.ts';
import { postgres } from './postgres.ts';

stopsServerAfterwards();

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) await end();
});

async function opened(): Promise<Store> {
  const store = postgres({ url: await newDatabase() });
  await store.open(systemClock);
  ends.push(async () => store.close());
  await withCatalogue(store);
  return store;
}

/** How many statements are sent while something is done. */
async function statements(work: () => Promise<void>): Promise<number> {
  const query = vi.spyOn(Client.prototype, 'query');
  await work();
  const count = query.mock.calls.length;
  query.mockRestore();
  return count;
}

test('a decision, the admission of most calls and their end are one statement each', async () => {
  const store = await opened();
  const call = callRow();
  // What comes first on a connection, and once a second, is not counted.
  await timeOf(store);
  await store.admit(admissionOf(callRow({ id: 'first' })));
  expect(
    await statements(async () => {
      await store.loadForDecision(call, 'v1');
      await store.admit(admissionOf(call));
      await store.settle(settlementOf(call, completed(call)));
      await store.finish(finishedCall(callRow({ id: 'read' })));
    }),
  ).toBe(4);
  expect(await callOf(store, call)).toEqual(completed(call));
});

test('of one call admitted in both ways at once one is admitted, the others are shown its row, and count nothing', async () => {
  const store = await opened();
  const at = await timeOf(store);
  for (let round = 0; round < 10; round += 1) {
    const key = `meter-${round}`;
    const calls = Array.from({ length: 12 }, (_, n) =>
      callRow({ id: `call-${round}`, mac: `mac:${round}/${n}`, execution: `execution:${round}/${n}` }),
    );
    const answers = await Promise.all(
      calls.map(async (call, n) => {
        const charges = n % 2 === 0 ? [] : [chargeOf({ kind: 'budget', max: 99 }, at, { key })];
        return store.admit(admissionOf(call, { charges }));
      }),
    );
    const won = answers.findIndex(({ kind }) => kind === 'admitted');
    const row = await callOf(store, calls[0]!);
    expect(row).toEqual(calls[won]);
    const others = answers.filter((_, n) => n !== won);
    expect(others).toEqual(others.map(() => ({ kind: 'call_moved', call: row })));
    const counted = (await metersOf(store, 'acme')).filter((meter) => meter.key === key);
    expect(counted.map(({ units }) => units)).toEqual(won % 2 === 0 ? [] : [1]);
  }
});

test('of one operation admitted in both ways at once one holds it, and the others are shown who', async () => {
  const store = await opened();
  const at = await timeOf(store);
  for (let round = 0; round < 10; round += 1) {
    const before = await recordsOf(store, 'acme');
    const calls = Array.from({ length: 12 }, (_, n) =>
      callRow({ id: `call-${round}/${n}`, holds: `operation-${round}` }),
    );
    const answers = await Promise.all(
      calls.map(async (call, n) => {
        const charges = n % 2 === 0 ? [] : [chargeOf({ kind: 'budget', max: 99 }, at)];
        return store.admit(admissionOf(call, { charges }));
      }),
    );
    const won = answers.findIndex(({ kind }) => kind === 'admitted');
    const others = answers.filter((_, n) => n !== won);
    expect(others).toEqual(others.map(() => ({ kind: 'held', holder: calls[won] })));
    expect(await recordsOf(store, 'acme')).toBe(before + 1);
  }
});

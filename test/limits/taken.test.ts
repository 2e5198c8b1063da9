import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Directory, Limit } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { nothing, openDepot } from './depot.ts';

const limits: readonly Limit[] = [
  { name: 'sends', key: 'principal', shape: { kind: 'fixed_window', max: 10, every: 60_000 } },
  { name: 'worth', meter: 'value', scale: 2, key: 'tenant', units: 7, shape: { kind: 'budget', max: 100 } },
];

async function openBoth(directory?: Directory) {
  const database = new Database(':memory:');
  const depot = await openDepot(
    { send: limits },
    {
      store: sqlite(database),
      ...(directory === undefined ? {} : { directory }),
    },
  );
  const counters = () =>
    database.prepare<[], { key: string; units: number }>('SELECT key, units FROM countersign_meter').all();
  /** What the call rows say was taken, by meter: what the counters should be. */
  const summed = () => {
    const sums = new Map<string, number>();
    for (const text of database.prepare('SELECT taken FROM countersign_call').pluck().all()) {
      const taken = JSON.parse(String(text ?? '[]')) as readonly (readonly [string, number, number])[];
      for (const [key, , units] of taken) sums.set(key, (sums.get(key) ?? 0) + units);
    }
    return [...sums].map(([key, units]) => ({ key, units }));
  };
  return { ...depot, database, counters, summed };
}

const byKey = (a: { readonly key: string }, b: { readonly key: string }) => (a.key < b.key ? -1 : 1);

test('counters can be summed again from the calls, whatever became of them [D-044]', async () => {
  const { told, depot, counters, summed } = await openBoth();
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  depot.act = nothing;
  expect(await told('parcels.send', 'p-2')).toBe('failed');
  depot.act = () => {
    throw new Error('lost');
  };
  expect(await told('parcels.send', 'p-3')).toBe('indeterminate');
  expect(counters().toSorted(byKey)).toEqual(summed().toSorted(byKey));
  expect(
    summed()
      .map(({ units }) => units)
      .toSorted((a, b) => a - b),
  ).toEqual([2, 14]);
});

test('what a call took cannot be edited unnoticed [D-044, D-009]', async () => {
  const { session, database } = await openBoth();
  const send = () => session.call('parcels.send', { parcel: 'p-1' }, { callId: 'mine' });
  expect((await send()).kind).toBe('executed');
  const taken = database.prepare('SELECT taken FROM countersign_call').pluck().get();
  for (const edit of ['NULL', "'[]'", "replace(taken, ',7]', ',1]')"]) {
    database.exec(`UPDATE countersign_call SET taken = ${edit}`);
    await expect(send()).rejects.toMatchObject({ code: 'state_tampered' });
    database.prepare('UPDATE countersign_call SET taken = ?').run(taken);
  }
  expect((await send()).kind).toBe('replayed');
});

test('a counter that holds nonsense lets nothing through [D-009, B-119]', async () => {
  const { told, database, depot } = await openBoth();
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  for (const units of [-1, 0.5, 1e300, Number.MAX_SAFE_INTEGER + 2]) {
    try {
      database.prepare('UPDATE countersign_meter SET units = ?').run(units);
    } catch {
      // The schema itself refuses what is no whole number.
      continue;
    }
    await expect(told('parcels.send', 'p-2')).rejects.toMatchObject({ code: 'store_failed' });
  }
  expect(depot.effects).toEqual(['send p-1']);
});

test('a call that runs once more after an operator allowed it took twice, and says so [D-044]', async () => {
  const { boundary, depot, session, counters, summed } = await openBoth({
    principal: () => ({}),
    operator: () => true,
  });
  const send = () => session.call('parcels.send', { parcel: 'p-1' }, { callId: 'mine' });
  depot.act = () => {
    throw new Error('lost');
  };
  const first = await send();
  const execution = first.kind === 'indeterminate' ? first.executionId : 'none';
  const { claims } = boundary.operator({ tenant: 'acme', id: 'olga' });
  await claims.resolve(execution, { as: 'retryable', reason: 'the carrier never heard of it' });
  depot.act = nothing;
  expect((await send()).kind).toBe('failed');
  expect(counters().toSorted(byKey)).toEqual(summed().toSorted(byKey));
  expect(
    summed()
      .map(({ units }) => units)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 7]);
});

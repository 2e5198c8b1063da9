import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { postgres } from '../../src/store/postgres/index.ts';
import type { Store } from '../../src/store/store.ts';
import { admissionOf, callRow, chargeOf } from '../../src/testing/conformance/store-rows.ts';
import { metersOf } from '../../src/testing/conformance/store-view.ts';
import { newDatabase, stopsServerAfterwards } from '../postgres/server.ts';
import { buildForChildren } from './build.ts';
import { storeRaces } from './store-races.ts';

stopsServerAfterwards();

describe('on PostgreSQL [B-112] [B-116] [B-124] [B-130] [D-025] [V-113]', () => {
  storeRaces(newDatabase);
});

let dist: string;

beforeAll(() => {
  dist = buildForChildren();
});

/** Lets a process of its own do something and die before statement number `at` of it, and opens what it left. */
async function crashed(what: string, at: number): Promise<{ readonly end: string; readonly store: Store }> {
  const script = fileURLToPath(new URL('crash-postgres-child.mjs', import.meta.url));
  const url = await newDatabase();
  const child = spawnSync(process.execPath, [script, dist, url, what, String(at)], { encoding: 'utf8' });
  const store = postgres({ url, connections: 2 });
  await store.open(systemClock);
  return { end: child.signal ?? child.stdout + child.stderr, store };
}

test.for([
  ['admit', 6],
  ['relying', 12],
] as const)(
  'a process killed anywhere in an admission on PostgreSQL (%s) leaves neither call nor count, and the call can be sent again [B-113] [B-125]',
  { timeout: 180_000 },
  async ([what, least]) => {
    const ends: string[] = [];
    for (let at = 0; ends.at(-1) !== 'admitted' && at < 40; at += 1) {
      const { end, store } = await crashed(what, at);
      ends.push(end);
      const { call, conversation, now } = await store.loadForDecision(callRow(), 'v1');
      const records = await store.evidence({ tenant: 'acme', after: 0, limit: 10 });
      const meters = await metersOf(store, 'acme');
      const left = [call, conversation, ...meters].map((row) => row !== null);
      expect(left).toEqual(end === 'admitted' ? [true, true, true, true] : [false, false]);
      expect(records).toHaveLength(end === 'admitted' ? 2 : 1);
      const charges = [chargeOf({ kind: 'budget', max: 1 }, now, { key: 'a' })];
      const again = await store.admit(admissionOf(callRow(), { charges }));
      expect(again.kind).toBe(end === 'admitted' ? 'call_moved' : 'admitted');
      await store.close();
    }
    expect(new Set(ends)).toEqual(new Set(['SIGKILL', 'admitted']));
    expect(ends.length).toBeGreaterThanOrEqual(least);
  },
);

test('a process killed anywhere in a settlement on PostgreSQL leaves the call claimed with all that it took [B-113]', async () => {
  const ends: string[] = [];
  for (let at = 0; ends.at(-1) !== 'settled' && at < 40; at += 1) {
    const { end, store } = await crashed('settle', at);
    ends.push(end);
    const { call } = await store.loadForDecision(callRow(), 'v1');
    const units = (await metersOf(store, 'acme')).map((meter) => meter.units);
    expect([call?.state, units]).toEqual(end === 'settled' ? ['failed', [0, 0]] : ['claimed', [1, 1]]);
    await store.close();
  }
  expect(new Set(ends)).toEqual(new Set(['SIGKILL', 'settled']));
  expect(ends.length).toBeGreaterThanOrEqual(5);
}, 180_000);

test('a process killed while an executor runs in its transaction on PostgreSQL leaves neither call, nor count, nor effect', async () => {
  const { end, store } = await crashed('transact', 0);
  expect(end).toBe('SIGKILL');
  const { call } = await store.loadForDecision(callRow(), 'v1');
  expect([call, await metersOf(store, 'acme')]).toEqual([null, []]);
  const answer = await store.transact(admissionOf(callRow()), async (tx) => {
    // Were the effect of the dead process there, this would fail.
    await (tx as Client).query('CREATE TABLE effect (n INTEGER)');
    return null;
  });
  expect(answer).toEqual({ kind: 'undone' });
  await store.close();
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import type { Store } from '../../src/store/store.ts';
import { admissionOf, callRow, chargeOf } from '../../src/testing/conformance/store-rows.ts';
import { metersOf } from '../../src/testing/conformance/store-view.ts';
import { buildForChildren } from './build.ts';
import { storeRaces } from './store-races.ts';

let dist: string;

beforeAll(() => {
  dist = buildForChildren();
});

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'race-')), 'app.db');
}

describe('on SQLite [B-112] [B-116] [B-124] [B-130] [D-025] [V-113]', () => {
  storeRaces(newFile);
});

interface Crashed {
  /** The signal that ended the process, or what it had to say. */
  readonly end: string;
  /** What it left behind. */
  readonly store: Store;
}

/** Lets a process of its own do something and die before statement number `at` of it, and opens what it left. */
async function crashed(what: string, at: number): Promise<Crashed> {
  const script = fileURLToPath(new URL('crash-child.mjs', import.meta.url));
  const file = newFile();
  const child = spawnSync(process.execPath, [script, dist, file, what, String(at)], { encoding: 'utf8' });
  const store = sqlite(file);
  await store.open(systemClock);
  return { end: child.signal ?? child.stdout, store };
}

test('a process killed anywhere in an admission leaves neither call nor count, and the call can be sent again [B-113] [B-125]', async () => {
  const ends: string[] = [];
  for (let at = 0; ends.at(-1) !== 'admitted'; at += 1) {
    const { end, store } = await crashed('admit', at);
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
  expect(ends.filter((end) => end === 'SIGKILL').length).toBeGreaterThanOrEqual(13);
  expect(ends.at(-1)).toBe('admitted');
});

test('a process killed anywhere in a settlement leaves the call claimed with all that it took [B-113]', async () => {
  const ends: string[] = [];
  for (let at = 0; ends.at(-1) !== 'settled'; at += 1) {
    const { end, store } = await crashed('settle', at);
    ends.push(end);
    const { call } = await store.loadForDecision(callRow(), 'v1');
    const units = (await metersOf(store, 'acme')).map((meter) => meter.units);
    expect([call?.state, units]).toEqual(end === 'settled' ? ['failed', [0, 0]] : ['claimed', [1, 1]]);
    await store.close();
  }
  expect(ends.filter((end) => end === 'SIGKILL').length).toBeGreaterThanOrEqual(6);
});

test('a process killed while an executor runs in its transaction leaves neither call, nor count, nor effect', async () => {
  const { end, store } = await crashed('transact', 0);
  expect(end).toBe('SIGKILL');
  const { call } = await store.loadForDecision(callRow(), 'v1');
  expect([call, await metersOf(store, 'acme')]).toEqual([null, []]);
  const answer = await store.transact(admissionOf(callRow()), async (tx) => {
    // Were the effect of the dead process there, this would fail.
    (tx as { exec(sql: string): void }).exec('CREATE TABLE effect (n INTEGER)');
    return null;
  });
  expect(answer).toEqual({ kind: 'undone' });
  await store.close();
});

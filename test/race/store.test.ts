import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import type { Store } from '../../src/store/store.ts';
import { admissionOf, callRow, chargeOf } from '../../src/testing/conformance/store-rows.ts';
import { metersOf } from '../../src/testing/conformance/store-view.ts';
import { buildForChildren } from './build.ts';
import { type Children, startChildren } from './children.ts';

let dist: string;

beforeAll(() => {
  dist = buildForChildren();
});

interface Raced {
  readonly admitted: readonly string[];
  readonly kinds: Readonly<Record<string, number>>;
}

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'race-')), 'app.db');
}

async function withChildren<T>(count: number, race: (children: Children) => Promise<T>): Promise<T> {
  const children = await startChildren(count, 'store-child.mjs', dist);
  try {
    return await race(children);
  } finally {
    children.end();
  }
}

/** What each child did, where no error reached any. */
function done<T>(reports: readonly unknown[]): readonly T[] {
  const errors = reports.filter((report) => !Object.hasOwn(Object(report), 'done'));
  expect(errors).toEqual([]);
  return reports.map((report) => (report as { readonly done: T }).done);
}

/** Lets processes that have one file open try the same calls from the same moment on. */
async function race(processes: number, ids: readonly string[], atOnce: number): Promise<readonly Raced[]> {
  return withChildren(processes, async (children) => {
    done(await children.all({ order: 'open', file: newFile() }));
    return done<Raced>(await children.all({ order: 'admit', ids, atOnce }));
  });
}

/** Every answer that some process got, and how often. */
function answersOf(raced: readonly Raced[]): Readonly<Record<string, number>> {
  const all: Record<string, number> = { admitted: 0, call_moved: 0, known: 0 };
  for (const { kinds } of raced) {
    for (const [kind, count] of Object.entries(kinds)) all[kind] = (all[kind] ?? 0) + count;
  }
  return all;
}

test('eight processes that read and then admit the same calls admit each exactly once, and none sees a busy error [B-130] [V-113]', async () => {
  const ids = Array.from({ length: 125 }, (_, n) => `call-${n}`);
  const raced = await race(8, ids, 1);
  expect(raced.flatMap(({ admitted }) => admitted).toSorted()).toEqual(ids.toSorted());
  const { admitted, call_moved: moved, known, ...others } = answersOf(raced);
  expect([admitted, admitted! + moved! + known!, others]).toEqual([125, 1_000, {}]);
});

test('four processes that submit one call twenty times each at once admit it once [B-124] [V-113]', async () => {
  const raced = await race(4, ['call-1'], 20);
  expect(raced.flatMap(({ admitted }) => admitted)).toEqual(['call-1']);
  const { admitted, call_moved: moved, known, ...others } = answersOf(raced);
  expect([admitted, admitted! + moved! + known!, others]).toEqual([1, 80, {}]);
});

test('processes that start at once on an empty file all start, and agree on its key, ten times over [D-025]', async () => {
  await withChildren(8, async (children) => {
    for (let round = 0; round < 10; round += 1) {
      const adopted = done<string>(await children.all({ order: 'start', file: newFile() }));
      expect(new Set(adopted).size).toBe(1);
    }
  });
});

test('twenty processes that take from one limit of fifty at once are admitted fifty times together, by any rule, and none sees a busy error [B-112] [B-116] [V-113]', async () => {
  await withChildren(20, async (children) => {
    const file = newFile();
    done(await children.all({ order: 'open', file }));
    for (const kind of ['fixed_window', 'sliding_window', 'token_bucket', 'budget']) {
      const order = { order: 'take', kind, max: 50, calls: 5 };
      const kinds = done<readonly string[]>(await children.all(order)).flat();
      const admitted = kinds.filter((answer) => answer === 'admitted').length;
      const limited = kinds.filter((answer) => answer === 'limited').length;
      expect([kind, admitted, limited]).toEqual([kind, 50, 50]);
    }
  });
}, 180_000);

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

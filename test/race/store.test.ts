import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { admissionOf, callRow } from '../../src/testing/conformance/store-rows.ts';
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

test('a process killed anywhere between begin and commit leaves nothing, and the call can be sent again [B-125]', async () => {
  const script = fileURLToPath(new URL('crash-child.mjs', import.meta.url));
  const ends: string[] = [];
  for (let at = 0; ends.at(-1) !== 'admitted'; at += 1) {
    const file = newFile();
    const child = spawnSync(process.execPath, [script, dist, file, String(at)], { encoding: 'utf8' });
    ends.push(child.signal ?? child.stdout);
    const store = sqlite(file);
    await store.open(systemClock);
    const { call, conversation } = await store.loadForDecision(callRow(), 'v1');
    const records = await store.evidence({ tenant: 'acme', after: 0, limit: 10 });
    const whole = ends.at(-1) === 'admitted';
    expect([call !== null, conversation !== null, records.length]).toEqual([whole, whole, whole ? 2 : 1]);
    const again = await store.admit(admissionOf(callRow()));
    expect(again.kind).toBe(whole ? 'call_moved' : 'admitted');
    await store.close();
  }
  expect(ends.filter((end) => end === 'SIGKILL').length).toBeGreaterThanOrEqual(8);
  expect(ends.at(-1)).toBe('admitted');
});

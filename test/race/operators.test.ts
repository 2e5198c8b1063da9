/* Operators in processes of their own, on one file. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { buildForChildren } from './build.ts';
import { type Children, startChildren } from './children.ts';

let dist: string;
beforeAll(() => {
  dist = buildForChildren();
});

const newFolder = () => mkdtempSync(join(tmpdir(), 'countersign-operators-'));

/** What an order came to in each process, where no error reached any. */
async function done<T>(children: Children, order: object): Promise<readonly T[]> {
  const reports = await children.all(order);
  expect(reports.filter((report) => Object.hasOwn(Object(report), 'error'))).toEqual([]);
  return reports.map((report) => (report as { readonly done: T }).done);
}

interface Viewed {
  /** How often each kind of answer was given. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly pruned: number;
}

test('twenty operators in as many processes resolve one claim at once: one succeeds, the others are told, and none fails [V-105, V-114]', async () => {
  const children = await startChildren(20, 'operator-child.mjs', dist);
  await done(children, { order: 'open', folder: newFolder() });
  const [execution] = await done<string>(children, { order: 'pay' });
  const answers = await done<string>(children, { order: 'resolve', execution });
  const [records = []] = await done<readonly string[]>(children, { order: 'records' });
  children.end();
  expect(answers).toHaveLength(20);
  expect(answers.filter((answer) => answer === 'resolved')).toHaveLength(1);
  for (const answer of answers) expect(['resolved', 'moved', 'not_unresolved']).toContain(answer);
  expect(records.filter((record) => record === 'claim.resolved asked the bank')).toHaveLength(1);
  expect(records.filter((record) => /^operator\.refused (moved|not_unresolved)$/.test(record))).toHaveLength(
    19,
  );
}, 180_000);

test('pruning in one process while others call lets nothing pass a limit [B-112]', async () => {
  const folder = newFolder();
  const limit = {
    name: 'views',
    shape: { kind: 'fixed_window', max: 3, every: 40 },
    key: 'tenant',
  };
  const children = await startChildren(4, 'operator-child.mjs', dist);
  await done(children, { order: 'open', folder, limit });
  const reports = await done<Viewed>(children, { order: 'view', times: 60 });
  await done(children, { order: 'close' });
  children.end();
  const total = (kind: string) => reports.reduce((sum, { kinds }) => sum + (kinds[kind] ?? 0), 0);
  expect(total('pruned')).toBe(60);
  expect(reports[0]?.pruned).toBeGreaterThan(0);
  const taken = takenByWindow(join(folder, 'app.db'));
  expect([...taken.values()].reduce((sum, units) => sum + units, 0)).toBe(total('executed'));
  expect(Math.max(...taken.values())).toBe(3);
  expect(total('throttled')).toBeGreaterThan(0);
});

/** Units that the calls of a database took, by window, as their own rows say. */
function takenByWindow(file: string): ReadonlyMap<number, number> {
  const database = new Database(file, { readonly: true });
  const rows = database.prepare('SELECT taken FROM countersign_call WHERE taken IS NOT NULL').pluck().all();
  database.close();
  const windows = new Map<number, number>();
  for (const row of rows) {
    for (const [, from, units] of JSON.parse(String(row)) as [string, number, number][])
      windows.set(from, (windows.get(from) ?? 0) + units);
  }
  return windows;
}

/* Twenty real processes in one conversation: whatever they do at once, its history is one straight chain. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindContext } from '../../src/action/index.ts';
import { placeOf } from '../../src/claim/index.ts';
import { Ledger, VerifiedHistories } from '../../src/history/index.ts';
import { deriveKeys } from '../../src/json/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';
import { buildForChildren } from './build.ts';
import { type Children, startChildren } from './children.ts';

const processes = 20;
const keys = deriveKeys('ab'.repeat(32));
const place = placeOf(keys, bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c-1' }));
let children: Children;
beforeAll(async () => {
  children = await startChildren(processes, 'history-child.mjs', buildForChildren());
});
afterAll(() => children.end());

/** Gives all of them the same order at the same moment: what each was told, none of it an error. */
async function all(order: object): Promise<readonly string[]> {
  const reports = await children.all(order);
  expect(reports.filter((report) => Object.hasOwn(Object(report), 'error'))).toEqual([]);
  return reports.flatMap((report) => (report as { readonly done?: readonly string[] }).done ?? []);
}

async function opened(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-desk-'));
  await all({ order: 'open', folder });
  return folder;
}

function counted(told: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const what of told) counts[what] = (counts[what] ?? 0) + 1;
  return counts;
}

function effectsIn(folder: string, name: string): number {
  const file = join(folder, 'effects');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line.startsWith(`${name} `)).length;
}

/** The history that everybody left, verified from its first entry to its anchor. */
async function historyIn(folder: string) {
  const store = sqlite(join(folder, 'desk.db'));
  await store.open(fakeClock());
  const { conversation, entries: last } = await store.loadForDecision({ ...place, id: 'nobody' }, 'any');
  const ledger = await new VerifiedHistories(store, keys, { conversations: 1, facts: 1_000_000 }).upTo(
    place,
    conversation,
  );
  const entries = await store.entries({ ...place, after: 0, limit: 100_000 });
  await store.close();
  if (!(ledger instanceof Ledger)) throw new Error('the history does not verify');
  expect(entries.map(({ n }) => n)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  expect([conversation?.revision, ledger.n]).toEqual([last, last]);
  const kinds = counted(entries.map(({ kind }) => kind));
  expect([conversation?.steps ?? 0, conversation?.sources ?? 0]).toEqual([
    kinds['step'] ?? 0,
    kinds['saw'] ?? 0,
  ]);
  return { ledger, kinds };
}

test('of two hundred calls by twenty processes, of which ten may be, exactly ten are [S-061, D-067]', async () => {
  const folder = await opened();
  const calls = Array.from({ length: 10 }, (_, n) => ({
    call: 'desk.tap',
    item: `{n}-${n}`,
    callId: `tap-{n}-${n}`,
  }));
  expect(counted(await all({ order: 'call', calls }))).toEqual({
    executed: 10,
    'denied order_rule at most 10': 190,
  });
  expect(effectsIn(folder, 'tap')).toBe(10);
  const { ledger, kinds } = await historyIn(folder);
  expect(kinds).toEqual({ step: 20 });
  expect(ledger.countOf('desk.tap', 'completed')).toBe(10);
});

test('steps, words and pages of twenty processes make one straight chain, and each step its own [S-059, D-067]', async () => {
  const folder = await opened();
  const view = [{ call: 'desk.view', item: 'item-{n}', callId: 'view-{n}' }];
  expect(counted(await all({ order: 'call', calls: view, words: 5 }))).toEqual({ executed: 20 });
  const take = [
    { call: 'desk.take', item: 'item-{n}', callId: 'take-{n}' },
    { call: 'desk.take', item: 'nothing-{n}', callId: 'stolen-{n}' },
  ];
  expect(counted(await all({ order: 'call', calls: take, words: 5 }))).toEqual({
    executed: 20,
    'denied order_rule after desk.view with the same item': 20,
  });
  expect(effectsIn(folder, 'take')).toBe(20);
  const { ledger, kinds } = await historyIn(folder);
  expect(kinds).toEqual({ heard: 200, saw: 200, step: 60 });
  expect([ledger.countOf('desk.view', 'completed'), ledger.countOf('desk.take', 'completed')]).toEqual([
    20, 20,
  ]);
});

test('what may not come after one another, by twenty processes: one side has it [S-061, D-067]', async () => {
  const folder = await opened();
  await all({ order: 'call', calls: [{ call: 'desk.view', item: 'one', callId: 'view-{n}' }] });
  await all({ order: 'call', calls: [{ call: 'desk.take', item: 'one', callId: 'take-{n}' }] });
  const either = [
    { call: 'desk.seal', item: '{n}', callId: 'seal-{n}' },
    { call: 'desk.reopen', item: '{n}', callId: 'reopen-{n}' },
  ];
  await all({ order: 'call', calls: either });
  const [sealed, reopened] = [effectsIn(folder, 'seal'), effectsIn(folder, 'reopen')];
  // A seal ends reopening; a reopening before it ends sealing.
  expect([[1, 0].join(), [0, 20].join()]).toContain([sealed, reopened].join());
  await historyIn(folder);
});

import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { capability, createBoundary, jsonSchema } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';
import { buildForChildren } from './build.ts';
import { startChildren } from './children.ts';

let dist: string;
beforeAll(() => {
  dist = buildForChildren();
});

const newFolder = () => mkdtempSync(join(tmpdir(), 'countersign-race-'));

function effectsIn(folder: string): readonly string[] {
  const file = join(folder, 'effects');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/** Runs orders in `count` processes on one database, each order in all of them at the same moment. */
async function inProcesses(
  count: number,
  orders: readonly object[],
): Promise<readonly (readonly string[])[]> {
  const children = await startChildren(count, 'boundary-child.mjs', dist);
  try {
    let reports: readonly unknown[] = [];
    for (const order of orders) reports = await children.all(order);
    expect(reports.filter((report) => Object.hasOwn(Object(report), 'error'))).toEqual([]);
    return reports.map((report) => (report as { readonly done: readonly string[] }).done);
  } finally {
    children.end();
  }
}

test('twenty identical calls from four processes are one effect; the others are told, and none fails [B-124, V-113]', async () => {
  const folder = newFolder();
  const calls = Array.from({ length: 5 }, () => ({ callId: 'call-1', invoice: 'i-1' }));
  const outcomes = (
    await inProcesses(4, [
      { order: 'open', folder },
      { order: 'pay', calls },
    ])
  ).flat();
  expect(effectsIn(folder)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'executed')).toHaveLength(1);
  for (const outcome of outcomes) expect(['executed', 'replayed', 'in_progress']).toContain(outcome);
});

test('one invoice under twenty call ids from four processes is paid once [B-124, V-091]', async () => {
  const folder = newFolder();
  const children = await startChildren(4, 'boundary-child.mjs', dist);
  await children.all({ order: 'open', folder });
  const calls = Array.from({ length: 5 }, (_, n) => ({ callId: `call-${n}`, invoice: 'i-1' }));
  const reports = await children.all({ order: 'pay', calls });
  children.end();
  expect(effectsIn(folder)).toHaveLength(1);
  const outcomes = reports.flatMap((report) => (report as { readonly done: readonly string[] }).done);
  expect(outcomes).toHaveLength(20);
  for (const outcome of outcomes) {
    expect(['executed', 'replayed', 'in_progress', 'denied duplicate']).toContain(outcome);
  }
});

/** Reopens what a killed process left, at a later time, and sends the same payment again. */
async function afterwards(folder: string) {
  const clock = fakeClock(Date.UTC(2100, 0, 1));
  const ran: string[] = [];
  const pay = capability({
    name: 'payments.pay',
    effect: 'write',
    ask: 'never',
    input: jsonSchema<{ readonly invoice: string }>({
      type: 'object',
      properties: { invoice: { type: 'string' } },
      required: ['invoice'],
    }),
    authorize: () => true,
    once: ({ input }) => ({ invoice: input.invoice }),
    execute: ({ input }) => {
      ran.push(input.invoice);
    },
  });
  const boundary = await createBoundary({
    capabilities: [pay],
    store: sqlite(join(folder, 'app.db')),
    key: 'ab'.repeat(32),
    clock,
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const same = await session.call('payments.pay', { invoice: 'i-1' }, { callId: 'call-1' });
  const other = await session.call('payments.pay', { invoice: 'i-1' }, { callId: 'call-2' });
  await boundary.close();
  return { same, other, ran };
}

async function killedAt(moment: string): Promise<string> {
  const folder = newFolder();
  const orders = [
    { order: 'open', folder, moment },
    { order: 'pay', calls: [{ callId: 'call-1', invoice: 'i-1' }] },
  ];
  await expect(inProcesses(1, orders)).rejects.toThrow('a child ended');
  return folder;
}

for (const moment of ['before the effect', 'after the effect']) {
  test(`a process killed ${moment} leaves it unknown: never run again by itself, never lost [B-127, D-016]`, async () => {
    const folder = await killedAt(moment);
    expect(effectsIn(folder)).toHaveLength(moment === 'after the effect' ? 1 : 0);
    const { same, other, ran } = await afterwards(folder);
    expect(same.kind).toBe('indeterminate');
    expect(other).toMatchObject({ kind: 'denied', reason: 'duplicate', detail: 'indeterminate' });
    expect(ran).toEqual([]);
  });
}

test('a process killed before it was admitted leaves nothing: the same call goes on [B-125]', async () => {
  const folder = await killedAt('check');
  const { same, ran } = await afterwards(folder);
  expect(same.kind).toBe('executed');
  expect(ran).toEqual(['i-1']);
});

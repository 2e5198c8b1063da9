/* Twenty real processes at one till: whatever they race for, it happens once, and everybody else is told so. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildForChildren } from './build.ts';
import { type Children, startChildren } from './children.ts';
import { contradictions } from './contradictions.ts';
import { effectsIn, newTill, reopened } from './left-behind.ts';

const processes = 20;
let children: Children;
beforeAll(async () => {
  children = await startChildren(processes, 'till-child.mjs', buildForChildren());
});
afterAll(() => children.end());

interface Told {
  readonly kind: string;
  readonly reason?: string;
  readonly detail?: string;
  readonly executionId?: string;
}

/** Gives all of them the same order at the same moment: what each was told, none of it an error. */
async function all(order: object): Promise<readonly Told[]> {
  const reports = await children.all(order);
  expect(reports.filter((report) => !Object.hasOwn(Object(report), 'done'))).toEqual([]);
  return reports.flatMap((report) => (report as { readonly done: readonly Told[] }).done);
}

/** A new till that all of them have open: they start on an empty file at the same moment. */
async function opened(): Promise<string> {
  const folder = newTill();
  await all({ order: 'open', folder });
  return folder;
}

/** How often each thing was told, by kind, reason and detail. */
function counted(told: readonly Told[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, reason, detail } of told) {
    const what = [kind, reason, detail].filter((part) => part !== undefined).join(' ');
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

/** Sees that effects, rows and evidence of a till that everybody left agree. */
async function agrees(folder: string): Promise<void> {
  const { boundary } = await reopened(folder);
  expect(await contradictions(folder, boundary)).toEqual([]);
  await boundary.close();
}

test('one call sent five times by each of twenty processes is one effect; the others are told what became of it [B-124, B-130, V-113]', async () => {
  const folder = await opened();
  const calls = Array.from({ length: 5 }, () => ({ call: 'till.pay', invoice: 'i-1', callId: 'call-1' }));
  const {
    executed,
    in_progress: running = 0,
    replayed = 0,
    ...others
  } = counted(await all({ order: 'call', calls }));
  expect([executed, running + replayed, others]).toEqual([1, 99, {}]);
  expect(effectsIn(folder)).toHaveLength(1);
  await agrees(folder);
});

test('one invoice paid by each of twenty processes under ids of its own is paid once; the others are duplicates [B-124, V-091, V-113]', async () => {
  const folder = await opened();
  const calls = ['a', 'b', 'c'].map((id) => ({ call: 'till.pay', invoice: 'i-1', callId: `call-${id}-{n}` }));
  const first = counted(await all({ order: 'call', calls }));
  const {
    executed,
    'denied duplicate claimed': running = 0,
    'denied duplicate completed': done = 0,
    ...others
  } = first;
  expect([executed, running + done, others]).toEqual([1, 59, {}]);
  expect(counted(await all({ order: 'call', calls }))).toEqual({
    replayed: 1,
    'denied duplicate completed': 59,
  });
  expect(effectsIn(folder)).toHaveLength(1);
  await agrees(folder);
});

test('two hundred different payments by twenty processes all happen, each once [B-130, V-095]', async () => {
  const folder = await opened();
  const calls = Array.from({ length: 10 }, (_, n) => ({
    call: 'till.pay',
    invoice: `i-{n}-${n}`,
    callId: `call-{n}-${n}`,
  }));
  expect(counted(await all({ order: 'call', calls }))).toEqual({ executed: 200 });
  expect(new Set(effectsIn(folder).map(({ invoice }) => invoice)).size).toBe(200);
  expect(effectsIn(folder)).toHaveLength(200);
  await agrees(folder);
});

for (const shape of ['budget', 'window', 'slide', 'bucket']) {
  test(`of two hundred calls by twenty processes within a limit of ten exactly ten run: a ${shape} [B-112, B-116]`, async () => {
    const folder = await opened();
    const calls = Array.from({ length: 10 }, (_, n) => ({
      call: `till.${shape}`,
      invoice: `i-{n}-${n}`,
      callId: `call-{n}-${n}`,
    }));
    // Whoever waits for the lock for more than two seconds is checked again, at most three times.
    const told = counted(await all({ order: 'call', calls }));
    const {
      executed,
      'throttled limit_exceeded': throttled = 0,
      'denied contended': contended = 0,
      ...others
    } = told;
    expect([executed, throttled + contended, others]).toEqual([10, 190, {}]);
    expect(effectsIn(folder)).toHaveLength(10);
    await agrees(folder);
  });
}

test('one booking inside the database by twenty processes happens once, and different ones all do [B-124, B-130]', async () => {
  const folder = await opened();
  const same = [{ call: 'till.book', invoice: 'i-1', callId: 'call-{n}' }];
  const {
    executed,
    'denied duplicate completed': duplicate,
    ...others
  } = counted(await all({ order: 'call', calls: same }));
  expect([executed, duplicate, others]).toEqual([1, 19, {}]);
  const calls = ['a', 'b'].map((id) => ({
    call: 'till.book',
    invoice: `i-{n}-${id}`,
    callId: `call-{n}-${id}`,
  }));
  expect(counted(await all({ order: 'call', calls }))).toEqual({ executed: 40 });
  expect(effectsIn(folder)).toHaveLength(41);
  await agrees(folder);
});

test('one read sent by twenty processes is recorded once, and all are told the same [D-027]', async () => {
  const folder = await opened();
  const calls = [{ call: 'till.look', invoice: 'i-1', callId: 'call-1' }];
  const told = await all({ order: 'call', calls });
  const { executed = 0, replayed = 0, ...others } = counted(told);
  expect([executed, replayed, others]).toEqual([1, 19, {}]);
  expect(new Set(told.map(({ executionId }) => executionId)).size).toBe(1);
  await agrees(folder);
});

test('of twenty operators who resolve one claim one does, and the others are told that it has an end [V-114]', async () => {
  const folder = await opened();
  const lose = [{ call: 'till.lose', invoice: 'i-1', callId: 'call-1' }];
  const lost = await all({ order: 'call', calls: lose });
  const { indeterminate = 0, in_progress: running = 0, ...others } = counted(lost);
  expect([indeterminate + running, others]).toEqual([20, {}]);
  const executionId = lost.find(({ kind }) => kind === 'indeterminate')?.executionId;
  const told = counted(await all({ order: 'resolve', executionId, as: 'retryable' }));
  const { resolved, 'refused moved': moved = 0, 'refused not_unresolved': late = 0, ...rest } = told;
  expect([resolved, moved + late, rest]).toEqual([1, 19, {}]);

  // One more try, and not twenty.
  await all({ order: 'call', calls: lose });
  expect(effectsIn(folder)).toEqual(
    [1, 2].map(() => ({ capability: 'till.lose', invoice: 'i-1', execution: executionId })),
  );
  await agrees(folder);
});

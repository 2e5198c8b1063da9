/* What an operator learns about limits, for example when somebody calls and says "I am throttled". */
import { expect, test } from 'vitest';
import { type BoundaryOptions, createBoundary, type Operator } from '../src/index.ts';
import { bentStore } from './bent-store.ts';
import { deskCapabilities, newDesk, openDesk } from './desk.ts';
import { knowsOperators } from './operator.ts';

const minute = 60_000;

/** A desk with limits, an operator, and a view of an order. */
async function limitedDesk(
  limits: BoundaryOptions['limits'] & object,
  options: Partial<BoundaryOptions> = {},
) {
  const opened = await openDesk({ directory: knowsOperators, limits, ...options });
  const operator = opened.boundary.operator({ tenant: 'acme', id: 'olga' });
  const view = async () => (await opened.session.call('orders.view', { orderId: 'o-1' })).kind;
  return { ...opened, operator, view };
}

async function metersOf(operator: Operator) {
  const answer = await operator.limits.list();
  return answer.kind === 'listed' ? answer.meters : expect.unreachable(answer.reason);
}

test('a counter is shown with what is taken, what is left and when there is room again; whose it is stays blinded', async () => {
  const { operator, view, clock } = await limitedDesk([
    { name: 'calls', key: 'principal', shape: { kind: 'fixed_window', max: 2, every: minute } },
  ]);
  const from = Math.floor(clock.now() / minute) * minute;
  expect(await operator.limits.list()).toEqual({ kind: 'listed', meters: [], next: null });
  await view();
  const shown = {
    limit: 'calls',
    key: expect.stringMatching(/^[\w-]{43}$/),
    state: 'free',
    meter: 'executions',
    shape: 'fixed_window',
    max: 2,
    scale: null,
    taken: 1,
    left: 1,
    freeAt: null,
    from,
    until: from + minute,
  };
  expect(await operator.limits.list()).toEqual({ kind: 'listed', meters: [shown], next: null });
  await view();
  expect(await view()).toBe('throttled');
  const full = { ...shown, state: 'full', taken: 2, left: 0, freeAt: from + minute };
  expect(await metersOf(operator)).toEqual([full]);
  clock.set(from + minute - 1);
  expect(await metersOf(operator)).toEqual([full]);
  clock.set(from + minute);
  expect(await metersOf(operator)).toEqual([{ ...shown, state: 'over', taken: 0, left: 2 }]);
  expect(JSON.stringify(await metersOf(operator))).not.toMatch(/ann|o-1|c-1/);
});

test('of a bucket whole units are left as they come back, and no part of one', async () => {
  const { operator, view, clock } = await limitedDesk([
    { name: 'calls', key: 'tenant', shape: { kind: 'token_bucket', max: 3, refill: 2, every: 1_000 } },
  ]);
  for (let n = 0; n < 3; n += 1) expect(await view()).toBe('executed');
  const start = clock.now();
  expect(await metersOf(operator)).toMatchObject([{ state: 'full', taken: 3, left: 0, freeAt: start + 500 }]);
  for (const [ms, left] of [
    [499, 0],
    [500, 1],
    [999, 1],
    [1_000, 2],
    [1_499, 2],
    [1_500, 3],
  ] as const) {
    clock.set(start + ms);
    expect(await metersOf(operator)).toMatchObject([
      { left, taken: 3 - left, state: left === 0 ? 'full' : 'free', from: start },
    ]);
  }
  for (let n = 0; n < 3; n += 1) expect(await view()).toBe('executed');
  expect(await view()).toBe('throttled');
});

test('of a sliding window units leave one after the other, and a budget is full for good', async () => {
  const { operator, view, clock } = await limitedDesk([
    { name: 'a', key: 'tenant', shape: { kind: 'sliding_window', max: 2, every: minute } },
    { name: 'b', key: 'tenant', shape: { kind: 'budget', max: 2 } },
  ]);
  const start = clock.now();
  const named = async (name: string) => (await metersOf(operator)).find(({ limit }) => limit === name);
  await view();
  clock.advance(1_000);
  await view();
  expect(await named('a')).toMatchObject({ state: 'full', taken: 2, left: 0, freeAt: start + minute });
  clock.set(start + minute);
  expect(await named('a')).toMatchObject({ state: 'free', taken: 1, left: 1, freeAt: null });
  expect(await named('b')).toEqual({
    limit: 'b',
    key: expect.any(String),
    state: 'full',
    meter: 'executions',
    shape: 'budget',
    max: 2,
    scale: null,
    taken: 2,
    left: 0,
    freeAt: null,
    from: null,
    until: null,
  });
});

test('what was counted after the fact may be more than there was room for, and is shown as it is', async () => {
  const { operator, session } = await limitedDesk([
    { name: 'tokens', meter: 'tokens', key: 'tenant', shape: { kind: 'budget', max: 100 } },
    { name: 'bill', meter: 'cost', scale: 2, key: 'tenant', shape: { kind: 'budget', max: 5_000 } },
  ]);
  await session.spent({ tokens: 150, cost: 1_234 });
  const meters = await metersOf(operator);
  expect(meters.find(({ limit }) => limit === 'tokens')).toMatchObject({
    state: 'full',
    taken: 150,
    left: 0,
  });
  expect(meters.find(({ limit }) => limit === 'bill')).toMatchObject({ scale: 2, taken: 1_234, left: 3_766 });
});

const probes = { name: 'probes', meter: 'denied_targets', key: 'principal' } as const;

test('a refused target counts once, and one more is what there is room for or not', async () => {
  const { operator, session } = await limitedDesk([
    { ...probes, shape: { kind: 'fixed_window', max: 2, every: 'day' } },
  ]);
  const probe = (orderId: string) => session.call('orders.view', { orderId });
  await probe('o-2');
  await probe('o-2');
  expect(await metersOf(operator)).toMatchObject([{ state: 'free', taken: 1, left: 1 }]);
  await probe('o-9');
  expect(await metersOf(operator)).toMatchObject([{ state: 'full', taken: 2, left: 0 }]);
});

test('pages of counters follow one another by key', async () => {
  const shape = { kind: 'budget', max: 9 } as const;
  const names = ['a', 'b', 'c'];
  const { operator, view } = await limitedDesk(names.map((name) => ({ name, key: 'tenant', shape })));
  await view();
  const keys = (await metersOf(operator)).map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(keys).toEqual(keys.toSorted());
  const first = await operator.limits.list({ limit: 2 });
  expect(first).toMatchObject({ meters: [{ key: keys[0] }, { key: keys[1] }], next: keys[1] });
  const second = await operator.limits.list({ limit: 2, after: keys[1]! });
  expect(second).toMatchObject({ meters: [{ key: keys[2] }], next: null });
  expect(await operator.limits.list({ after: keys[2]! })).toEqual({ kind: 'listed', meters: [], next: null });
});

test('counters of another tenant are nobody’s to see or delete [B-064]', async () => {
  const { boundary, operator, view, clock } = await limitedDesk([
    { name: 'calls', key: 'tenant', shape: { kind: 'fixed_window', max: 2, every: minute } },
  ]);
  await view();
  clock.advance(minute);
  const { limits } = boundary.operator({ tenant: 'other', id: 'olga' });
  expect(await limits.list()).toEqual({ kind: 'listed', meters: [], next: null });
  expect(await limits.prune({ reason: 'clean-up' })).toEqual({ kind: 'pruned', count: 0 });
  expect(await metersOf(operator)).toMatchObject([{ state: 'over' }]);
});

test('a counter whose limit is not registered any more is shown for what it is', async () => {
  const { real } = bentStore();
  const limits = [
    { name: 'kept', key: 'tenant', shape: { kind: 'fixed_window', max: 5, every: minute } },
    { name: 'gone', key: 'tenant', shape: { kind: 'budget', max: 5 } },
  ] as const;
  const { boundary, view, clock } = await limitedDesk(limits, { store: real });
  await view();
  await boundary.close();
  const options = { store: real, mode: 'development', key: 'ab'.repeat(32), say: () => {}, clock } as const;
  const next = await createBoundary({
    ...options,
    capabilities: deskCapabilities(newDesk()),
    limits: [{ ...limits[0], shape: { ...limits[0].shape, max: 1 } }],
    directory: knowsOperators,
  });
  const meters = await metersOf(next.operator({ tenant: 'acme', id: 'olga' }));
  expect(meters.find(({ limit }) => limit === 'gone')).toEqual({
    limit: 'gone',
    key: expect.any(String),
    state: 'unregistered',
    meter: null,
    shape: null,
    max: null,
    scale: null,
    taken: null,
    left: null,
    freeAt: null,
    from: null,
    until: null,
  });
  // A changed maximum counts at once, for what was counted before it.
  expect(meters.find(({ limit }) => limit === 'kept')).toMatchObject({ state: 'full', max: 1, taken: 1 });
  await next.close();
});

test.each([
  ['units that are none', `UPDATE countersign_meter SET units = -1`],
  ['another window', `UPDATE countersign_meter SET "from" = "from" + 1`],
  ['a window in a time that no calendar has', `UPDATE countersign_meter SET "from" = 9007199254740991`],
  ['no end', `UPDATE countersign_meter SET until = NULL`],
  ['entries of another kind', `UPDATE countersign_meter SET entries = '[[1,2]]'`],
  ['entries that are no list', `UPDATE countersign_meter SET entries = 'x'`],
])('an edited counter with %s is shown as unreadable, beside the others', async (_title, sql) => {
  const { real, database } = bentStore();
  const { operator, view } = await limitedDesk(
    [
      { name: 'a', key: 'tenant', shape: { kind: 'fixed_window', max: 5, every: 'day' } },
      { name: 'b', key: 'tenant', shape: { kind: 'fixed_window', max: 5, every: 'day' } },
    ],
    { store: real },
  );
  await view();
  database.exec(`${sql} WHERE "limit" = 'a'`);
  const meters = await metersOf(operator);
  expect(meters.find(({ limit }) => limit === 'a')).toMatchObject({
    state: 'unreadable',
    max: 5,
    taken: null,
    left: null,
  });
  expect(meters.find(({ limit }) => limit === 'b')).toMatchObject({ state: 'free', taken: 1 });
});

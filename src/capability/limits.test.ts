import { expect, test } from 'vitest';
import { z } from 'zod';
import { RegistrationRefused } from '../errors.ts';
import { resource } from '../target/index.ts';
import { capability, type Capability, type Catalogue, catalogueView, registerCatalogue } from './index.ts';

const shape = { kind: 'budget', max: 5 };
const daily = { name: 'daily', shape, key: 'principal' };
const asked = { name: 'asked', shape, meter: 'proposals', key: 'conversation' };
const order = resource({ type: 'order', id: 'orderId', load: () => null });
const good = {
  name: 'orders.cancel',
  effect: 'write',
  ask: 'never',
  input: z.object({ orderId: z.string() }),
  target: order,
  authorize: () => true,
  execute: () => 1,
};

function declared(members: object = {}): Capability {
  return Reflect.apply(capability, undefined, [{ ...good, ...members }]);
}

function catalogue(capabilities: readonly Capability[], limits?: unknown): Promise<Catalogue> {
  return Reflect.apply(registerCatalogue, undefined, [capabilities, { limits }]);
}

async function problems(capabilities: readonly Capability[], limits?: unknown): Promise<readonly string[]> {
  try {
    await catalogue(capabilities, limits);
    return [];
  } catch (error) {
    if (error instanceof RegistrationRefused) return error.problems;
    throw error;
  }
}

function namesOf(limits: readonly { readonly name: string }[] | undefined): readonly string[] {
  return (limits ?? []).map(({ name }) => name).toSorted();
}

const nobody = { agent: null };

test('a capability without limits has none, and neither has the boundary', async () => {
  const found = await catalogue([declared()]);
  expect(found.capabilities[0]?.limits).toEqual([]);
  expect(found.limits).toEqual([]);
  expect(found.limitsOf('orders.cancel', nobody)).toEqual([]);
  expect(found.limitsOf('unknown', nobody)).toEqual([]);
});

test("the boundary's admission limits apply to every capability besides its own [B-122]", async () => {
  const total = { name: 'total', shape: { kind: 'budget', max: 30 }, key: 'tenant' };
  const own = declared({ limits: [daily, asked] });
  const found = await catalogue([own, declared({ name: 'other' })], [total, { ...asked, name: 'all' }]);
  expect(found.capabilities.map(({ limits }) => namesOf(limits))).toEqual([
    ['asked', 'daily', 'total'],
    ['total'],
  ]);
  expect(namesOf(found.limits)).toEqual(['all', 'total']);
});

test('limits that watch apply by name, also to a name that leads nowhere', async () => {
  const found = await catalogue([declared({ limits: [daily, asked] })], [daily, { ...asked, name: 'all' }]);
  expect(namesOf(found.limitsOf('orders.cancel', nobody))).toEqual(['all', 'asked']);
  for (const name of ['unknown', 'toString', '', 'Orders.cancel'])
    expect(namesOf(found.limitsOf(name, nobody))).toEqual(['all']);
});

test("a limit of the boundary that a capability declares too is one limit, with the capability's functions", async () => {
  const ofBoundary = { ...daily, key: () => ({ a: 1 }), units: 1 };
  const ofCapability = { ...daily, key: () => ({ b: 1 }), units: 2 };
  const watching = { ...asked, key: () => ({ b: 1 }) };
  const found = await catalogue(
    [declared({ limits: [ofCapability, watching] })],
    [ofBoundary, { ...asked, key: () => ({ a: 1 }) }],
  );
  const { limits = [] } = found.capabilities[0] ?? {};
  expect(namesOf(limits)).toEqual(['asked', 'daily']);
  expect(limits.find(({ name }) => name === 'daily')).toMatchObject({ key: ofCapability.key, units: 2 });
  expect(found.limitsOf('orders.cancel', nobody)).toHaveLength(1);
  expect(found.limitsOf('orders.cancel', nobody)[0]?.key).toBe(watching.key);
});

test('what is wrong with limits is said of the capability or the boundary that declares them, all together', async () => {
  const found = await problems(
    [declared({ limits: [{ ...daily, key: 'user' }], deadline: 0 }), declared({ name: 'b', limits: 5 })],
    [{ ...daily, shape: { ...shape, max: NaN } }, 7],
  );
  expect(found).toHaveLength(5);
  expect(found[0]).toMatch(/^the boundary has a limit "daily" that has "shape\.max"/);
  expect(found[1]).toBe('the boundary has a limit number 2 that is no object');
  expect(found[2]).toMatch(/^capability "orders\.cancel" has "deadline"/);
  expect(found[3]).toMatch(/^capability "orders\.cancel" has a limit "daily" that has "key"/);
  expect(found[4]).toBe('capability "b" has "limits", which must be a list');
});

test('what is kept per target needs a target: a capability may have one, a boundary has none', async () => {
  const each = { ...daily, meter: 'successes' };
  const per = { ...daily, name: 'per', key: 'target' };
  expect(await problems([declared({ limits: [each, per] })])).toEqual([]);
  expect(await problems([declared({ target: undefined, limits: [each, per] })])).toEqual([
    'capability "orders.cancel" has a limit "daily" that counts "successes" per target, and the capability has no target',
    'capability "orders.cancel" has a limit "per" that is kept per "target", and the capability has no target',
  ]);
  expect(await problems([declared()], [each, per])).toEqual([
    'the boundary has a limit "daily" that counts "successes" per target, and not every capability has one',
    'the boundary has a limit "per" that is kept per "target", and not every capability has one',
  ]);
});

test('limits that capabilities and the boundary share must agree, also where something else is wrong [V-090]', async () => {
  const other = { ...daily, shape: { ...shape, max: 6 } };
  expect(
    await problems([declared({ limits: [daily] }), declared({ name: 'b', limits: [other], deadline: 0 })]),
  ).toEqual(
    expect.arrayContaining([
      'limit "daily" has different shapes in capability "orders.cancel" and capability "b"',
      expect.stringContaining('capability "b" has "deadline"'),
    ]),
  );
  expect(await problems([declared({ limits: [other] })], [daily])).toEqual([
    'limit "daily" has different shapes in the boundary and capability "orders.cancel"',
  ]);
});

test('a transactional capability is a write that ends within seconds', async () => {
  const deadlines = (members: object) =>
    catalogue([declared(members)]).then(({ capabilities: [one] }) => [one?.transactional, one?.deadline]);
  expect(await deadlines({ transactional: true })).toEqual([true, 1000]);
  expect(await deadlines({ transactional: true, deadline: 5000 })).toEqual([true, 5000]);
  expect(await deadlines({ transactional: false })).toEqual([false, 60_000]);
  expect(await deadlines({})).toEqual([false, 60_000]);
  expect(await problems([declared({ transactional: true, deadline: 5001 })])).toEqual([
    'capability "orders.cancel" has "deadline", which must be whole milliseconds from 1 to 5,000 in a transaction',
  ]);
  expect(await problems([declared({ transactional: true, effect: 'read' })])).toEqual([
    'capability "orders.cancel" is a read that is "transactional": it has no effect that could share a transaction',
  ]);
  for (const transactional of [null, 1, 'true', {}])
    expect(await problems([declared({ transactional })])).toEqual([
      'capability "orders.cancel" has "transactional", which must be true or false',
    ]);
});

test('the catalogue shows limits as data, without their functions', async () => {
  const spend = { name: 'spend', shape, meter: 'value', scale: 2, units: () => 5, key: () => ({ a: 1 }) };
  const { limits, capabilities } = catalogueView(await catalogue([declared({ limits: [daily] })], [spend]));
  const shown = { name: 'spend', meter: 'value', shape, scale: 2, key: 'function', units: 'function' };
  expect(limits).toEqual([shown]);
  expect(capabilities[0]?.limits).toEqual([
    { name: 'daily', meter: 'executions', shape, scale: null, key: 'principal', units: 1 },
    shown,
  ]);
  expect(JSON.parse(JSON.stringify(limits))).toEqual(limits);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { contextTarget, resource } from '../target/index.ts';
import { capability, type Capability, registerCatalogue } from './index.ts';

const target = resource({ type: 'order', id: 'orderId', load: () => null });
const window = { kind: 'fixed_window', max: 5, every: 1000 };
const daily = { name: 'daily', shape: window, key: 'principal' };
const spend = { name: 'spend', shape: window, meter: 'value', scale: 2, key: () => ({}), units: () => 1 };
const base = {
  name: 'orders.cancel',
  effect: 'write',
  ask: 'never',
  input: z.object({ orderId: z.string(), note: z.string() }),
  target,
  authorize: () => true,
  once: () => ({ a: 1 }),
  execute: () => 1,
  requires: { grant: ['orders.write', 'orders.read'], assurance: 'password' },
  limits: [daily, spend],
  version: '1',
};

function declared(members: Record<string, unknown>): Capability {
  return Reflect.apply(capability, undefined, [{ ...base, ...members }]);
}

const facts = () => ({ order: '1' });
const review = { facts, approvers: () => true, quorum: 2 };

const other = declared({ name: 'other', limits: undefined });
const agents = { desk: { capabilities: ['orders.cancel', 'other'] }, back: { capabilities: [] } };

async function version(members: Record<string, unknown> = {}, options: object = { agents }): Promise<string> {
  return (await registerCatalogue([declared(members), other], options)).version;
}

test.each<[string, Record<string, unknown>]>([
  ['effect', { effect: 'read' }],
  ['declared version', { version: '2' }],
  ['schema', { input: z.object({ orderId: z.string(), note: z.string().max(5) }) }],
  ['kind of target', { target: contextTarget({ type: 'order', load: () => null, identity: () => ({}) }) }],
  ['type of target', { target: resource({ type: 'invoice', id: 'orderId', load: () => null }) }],
  ['argument of the target', { target: resource({ type: 'order', id: 'note', load: () => null }) }],
  ['absence of a target', { target: undefined }],
  ['absence of an operation key', { once: undefined }],
  ['required grants', { requires: { grant: 'orders.write', assurance: 'password' } }],
  ['required assurance', { requires: { grant: base.requires.grant, assurance: 'mfa' } }],
  ['roles', { roles: { note: 'plain' } }],
  ['freshness', { freshness: { snapshot: 'immutable' } }],
  ['what a replay returns', { replay: 'notice' }],
  ['word that says when to ask', { ask: 'in-doubt' }],
  ['decision of when to ask, to a function', { ask: () => false }],
  ['absence of a confirmation', { confirm: facts }],
  ['absence of a review', { review }],
  ['deadline', { deadline: 1000 }],
  ['sharing of a transaction', { transactional: true, deadline: 5000 }],
  ['absence of a limit', { limits: [daily] }],
  ['name of a limit', { limits: [{ ...daily, name: 'Weekly' }, spend] }],
  ['maximum of a limit', { limits: [{ ...daily, shape: { ...window, max: 6 } }, spend] }],
  ['window of a limit', { limits: [{ ...daily, shape: { ...window, every: 999 } }, spend] }],
  ['shape of a limit', { limits: [{ ...daily, shape: { ...window, kind: 'sliding_window' } }, spend] }],
  ['meter of a limit', { limits: [{ ...daily, meter: 'successes' }, spend] }],
  ['word that a limit is kept per', { limits: [{ ...daily, key: 'tenant' }, spend] }],
  ['units of a call', { limits: [{ ...daily, units: 2 }, spend] }],
  ['scale of a limit', { limits: [daily, { ...spend, scale: 3 }] }],
  ['bound of the arguments', { maxBytes: 1000 }],
])('changing the %s changes the version of the catalogue [V-146]', async (_what, members) => {
  expect(await version(members)).not.toBe(await version());
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['how long a confirmation lasts', { confirm: facts }, { confirm: { facts, ttl: 1 } }],
  ['how long a review lasts', { review }, { review: { ...review, ttl: 1 } }],
  ['how many have to agree', { review }, { review: { ...review, quorum: 3 } }],
  ['whom to ask', { confirm: { facts, ttl: 1 } }, { review: { ...review, quorum: 1, ttl: 1 } }],
])('changing %s changes the version of the catalogue [V-146]', async (_what, before, after) => {
  expect(await version(after)).not.toBe(await version(before));
});

test.each<[string, object]>([
  ['reach of an agent', { agents: { ...agents, desk: { capabilities: ['other'] } } }],
  ['set of agents', { agents: { desk: agents.desk } }],
  ['absence of agents', {}],
  ['assurance levels', { agents, assurance: ['none', 'password', 'mfa'] }],
  ['limits of the boundary', { agents, limits: [{ ...daily, name: 'all' }] }],
  ['order of assurance levels', { agents, assurance: ['mfa', 'none', 'password', 'hardware'] }],
])('changing the %s changes the version of the catalogue [V-146]', async (_what, options) => {
  expect(await version({}, options)).not.toBe(await version());
});

test.each<[string, Record<string, unknown>]>([
  ['a description', { description: 'Cancels an order.' }],
  ['the authorizer', { authorize: () => false }],
  ['the executor', { execute: () => 2 }],
  ['the functions of a limit', { limits: [daily, { ...spend, key: () => null, units: () => 2 }] }],
  ['the order of limits', { limits: [spend, daily] }],
  ['the function of the operation key', { once: () => ({ b: 2 }) }],
  [
    'the loader',
    { target: resource({ type: 'order', id: 'orderId', load: () => ({ id: '1' }), version: () => 1 }) },
  ],
])('changing %s leaves the version as it is [V-145] [V-147]', async (_what, members) => {
  expect(await version(members)).toBe(await version());
});

test('functions of asking leave the version as it is: a capability’s own version covers them [V-147]', async () => {
  const other = { facts: () => ({ note: 1 }), approvers: () => false, quorum: 2 };
  expect(await version({ confirm: facts, review })).toBe(
    await version({ confirm: { facts: other.facts, ttl: 900_000 }, review: other }),
  );
  expect(await version({ ask: () => true })).toBe(await version({ ask: () => false }));
});

test('the reason of a snapshot is for people and leaves the version as it is [V-145]', async () => {
  expect(await version({ freshness: { snapshot: 'never changes' } })).toBe(
    await version({ freshness: { snapshot: 'immutable' } }),
  );
});

test('the order of declarations, grants and lists leaves the version as it is', async () => {
  const one = await registerCatalogue([declared({}), other], { agents });
  const two = await registerCatalogue(
    [other, declared({ requires: { grant: base.requires.grant.toReversed(), assurance: 'password' } })],
    {
      agents: { back: { capabilities: [] }, desk: { capabilities: ['other', 'orders.cancel'] } },
    },
  );
  expect(two.version).toBe(one.version);
});

test('the version is pinned: another one means that every running catalogue becomes a new version', async () => {
  const pinned = capability({
    name: 'orders.cancel',
    effect: 'write',
    ask: 'never',
    input: { '~standard': { version: 1, vendor: 'none', validate: (value: unknown) => ({ value }) } },
    authorize: () => true,
    execute: () => 1,
    version: '1',
  });
  const catalogue = await registerCatalogue([pinned], {
    agents: { desk: { capabilities: ['orders.cancel'] } },
  });
  expect(catalogue.version).toBe('253eee21e337ea5b7aef84fa380f9e9e23d805826b2d9f16f045a7f14d596720');
});

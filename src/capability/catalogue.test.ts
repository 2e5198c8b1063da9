import { expect, test } from 'vitest';
import { z } from 'zod';
import { bindContext } from '../action/index.ts';
import { contextTarget } from '../target/index.ts';
import { capability, type Capability, catalogueView, registerCatalogue } from './index.ts';

const context = (agent?: string) =>
  bindContext({
    tenant: 'acme',
    principal: 'ann',
    conversation: 'c',
    ...(agent === undefined ? {} : { agent }),
  });

function declared(name: string, members: Record<string, unknown> = {}): Capability {
  const declaration = {
    name,
    effect: 'read',
    input: z.object({}),
    authorize: () => true,
    execute: () => 1,
    ...members,
  };
  return Reflect.apply(capability, undefined, [declaration]);
}

const both = [declared('orders.view'), declared('orders.cancel')];

test('without agents every session reaches every capability, by its exact name', async () => {
  const catalogue = await registerCatalogue(both);
  for (const agent of [undefined, 'desk']) {
    expect(catalogue.find('orders.view', context(agent))).toMatchObject({ name: 'orders.view' });
  }
});

test('an absent capability and one of another agent get the same answer [S-050]', async () => {
  const catalogue = await registerCatalogue(both, {
    agents: { desk: { capabilities: ['orders.view'] }, back: { capabilities: ['orders.cancel'] } },
  });
  const desk = context('desk');
  expect(catalogue.find('orders.view', desk)).toMatchObject({ name: 'orders.view' });
  expect(catalogue.find('orders.cancel', desk)).toBe(catalogue.find('orders.delete', desk));
  expect(catalogue.find('orders.cancel', desk)).toBe('unknown_capability');
  expect(catalogue.find('orders.cancel', context('back'))).toMatchObject({ name: 'orders.cancel' });
});

test('several agents and none named is an answer of its own, whatever the name [S-051]', async () => {
  const catalogue = await registerCatalogue(both, {
    agents: { desk: { capabilities: ['orders.view'] }, back: { capabilities: [] } },
  });
  expect(catalogue.find('orders.view', context())).toBe('agent_required');
  expect(catalogue.find('orders.delete', context())).toBe('agent_required');
});

test('the only agent stands for a session that names none; an unknown agent reaches nothing', async () => {
  const catalogue = await registerCatalogue(both, { agents: { desk: { capabilities: ['orders.view'] } } });
  expect(catalogue.find('orders.view', context())).toMatchObject({ name: 'orders.view' });
  expect(catalogue.find('orders.cancel', context())).toBe('unknown_capability');
  for (const agent of ['Desk', 'other', 'constructor', '__proto__']) {
    expect(catalogue.find('orders.view', context(agent))).toBe('unknown_capability');
  }
});

test.each([
  '',
  ' orders.view',
  'ORDERS.VIEW',
  'orders',
  'orders.*',
  'orders.view.',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
])('the name %j leads nowhere [B-077] [B-085] [B-097]', async (name) => {
  expect((await registerCatalogue(both)).find(name, context())).toBe('unknown_capability');
});

test('what is no text leads nowhere', async () => {
  const catalogue = await registerCatalogue(both);
  for (const name of [undefined, null, 0, {}, ['orders.view'], { toString: () => 'orders.view' }]) {
    expect(Reflect.apply(catalogue.find, catalogue, [name, context()])).toBe('unknown_capability');
  }
});

test('what does not say its effect, or cannot run, is registered and never found; reach comes first [B-077] [V-133]', async () => {
  const vague = [
    declared('orders.view'),
    declared('a', { effect: undefined }),
    declared('b', { execute: undefined }),
  ];
  const catalogue = await registerCatalogue(vague, {
    agents: { desk: { capabilities: ['a', 'b'] }, back: { capabilities: ['orders.view'] } },
  });
  expect(catalogue.find('a', context('desk'))).toBe('not_classified');
  expect(catalogue.find('b', context('desk'))).toBe('not_classified');
  expect(catalogue.find('a', context('back'))).toBe('unknown_capability');
});

test('a catalogue is frozen through', async () => {
  const catalogue = await registerCatalogue([
    declared('orders.view', { requires: { grant: 'orders.read' }, maxBytes: 1024 }),
  ]);
  const [registered] = catalogue.capabilities;
  if (registered === undefined) throw new Error('nothing registered');
  for (const part of [
    catalogue,
    catalogue.capabilities,
    catalogue.assurance,
    registered,
    registered.schema,
    registered.requires,
    registered.requires.grant,
    registered.roles,
    registered.bounds,
  ]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  expect(registered.bounds.bytes).toBe(1024);
});

test('a capability is shown with when it asks and whom, and with none of its functions', async () => {
  const secret = () => ({ order: 'secret' });
  const asking = declared('orders.cancel', {
    effect: 'write',
    target: contextTarget({ type: 'account', load: () => null, identity: () => ({}) }),
    ask: () => true,
    confirm: secret,
    review: { facts: secret, approvers: () => true, quorum: 3, ttl: 60_000 },
  });
  const [shown, never] = catalogueView(
    await registerCatalogue([asking, declared('orders.view')]),
  ).capabilities;
  expect(shown).toMatchObject({
    ask: 'function',
    confirm: { ttl: 900_000 },
    review: { quorum: 3, ttl: 60_000 },
  });
  expect([shown?.confirm, shown?.review].every(Object.isFrozen)).toBe(true);
  expect(never).toMatchObject({ ask: 'never', confirm: null, review: null });
  // A function cannot be cloned.
  expect(structuredClone([shown, never])).toEqual([shown, never]);
});

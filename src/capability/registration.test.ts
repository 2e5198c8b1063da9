import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { RegistrationRefused } from '../errors.ts';
import { resource, scope } from '../target/index.ts';
import {
  capability,
  type Capability,
  jsonSchema,
  registerCatalogue,
  type RegistrationOptions,
} from './index.ts';

/** A declaration as plain JavaScript may write it. */
function loose(declaration: Record<string, unknown>): Capability {
  return Reflect.apply(capability, undefined, [declaration]);
}

const good = {
  name: 'orders.view',
  effect: 'read',
  input: z.object({ orderId: z.string() }),
  authorize: () => true,
  execute: () => 1,
};
const write = { ...good, name: 'orders.cancel', effect: 'write', ask: 'never' };

async function problems(given: unknown, options?: object): Promise<readonly string[]> {
  try {
    await Reflect.apply(registerCatalogue, undefined, [given, options]);
    return [];
  } catch (error) {
    if (error instanceof RegistrationRefused) return error.problems;
    throw error;
  }
}

const one = async (members: Record<string, unknown>) => problems([loose({ ...good, ...members })]);

test('every problem of every declaration is found in one pass, and nothing is registered [V-139] [V-141] [V-142]', async () => {
  const found = await problems(
    [
      loose(good),
      loose({ ...good, name: 'a b', authorize: undefined, deadline: 0 }),
      loose({ ...write, execute: undefined, ask: 'always' }),
      {},
    ],
    { agents: { desk: { capabilities: ['orders.*'] } } },
  );
  expect(found).toEqual([
    'capability "a b" has a malformed name: segments of letters, digits, "_" and "-", none beginning with "-", joined by "."',
    'capability "a b" has "deadline", which must be whole milliseconds from 1 to 86,400,000',
    'capability "a b" has no "authorize": without it nothing would decide',
    'capability "orders.cancel" is a write without "execute"',
    'capability "orders.cancel" says ask: \'always\' and has neither "confirm" nor "review": there is nobody to ask',
    'capability "orders.cancel" says ask: \'always\' and no target: there is nothing the answer could be bound to',
    'capability number 4 in the list was not made by capability(...)',
    'agent "desk" lists "orders.*", which is not the exact name of a capability',
  ]);
});

test('a single problem reads as it does among many [V-141]', async () => {
  const [alone] = await one({ deadline: 0 });
  const among = await problems([loose({ ...good, deadline: 0 }), loose({ ...write, name: '' })]);
  expect(among).toContain(alone);
});

test('a capability without a name is called by its place in the list', async () => {
  const found = await problems([loose(good), loose({ ...write, name: undefined, execute: undefined })]);
  expect(found).toEqual([
    'capability number 2 in the list has no name',
    'capability number 2 in the list is a write without "execute"',
  ]);
  expect(await problems([loose({ ...good, name: '' })])).toEqual([
    'capability number 1 in the list has an empty name',
  ]);
  expect(await problems([Reflect.apply(capability, undefined, [])])).toContain(
    'capability number 1 in the list has no name',
  );
});

test('nothing registered is a problem, not an empty catalogue that allows or denies [B-077]', async () => {
  for (const nothing of [[], undefined, null, {}, 'orders.view']) {
    expect(await problems(nothing)).toContain(
      'no capability is registered: "capabilities" must list at least one',
    );
  }
});

test('declared from TypeScript or from JavaScript, what is registered is the same [V-138]', async () => {
  const typed = capability({
    name: 'orders.view',
    effect: 'read',
    input: z.object({ orderId: z.string() }),
    authorize: () => true,
    execute: () => 1,
  });
  const [first, second] = await Promise.all([registerCatalogue([typed]), registerCatalogue([loose(good)])]);
  expect(first.version).toBe(second.version);
  expect(first.capabilities[0]).toMatchObject({
    name: 'orders.view',
    effect: 'read',
    description: null,
    version: null,
    target: null,
    once: null,
    ask: 'never',
    confirm: null,
    review: null,
    requires: { grant: [], assurance: null },
    roles: [{ argument: 'orderId', role: 'resource', from: 'name' }],
    freshness: 'refresh',
    replay: 'result',
    deadline: 60_000,
    bounds: { depth: 64, nodes: 10_000, bytes: 262_144 },
  });
  expect(first.assurance).toEqual(['none', 'password', 'mfa', 'hardware']);
});

test('a declaration changed afterwards changes nothing', async () => {
  const declaration: Record<string, unknown> = { ...good };
  const declared = loose(declaration);
  declaration['authorize'] = undefined;
  declaration['name'] = 'other';
  expect((await registerCatalogue([declared])).capabilities[0]?.name).toBe('orders.view');
});

test.each([
  ['returns', 'is not available in this version'],
  ['sendsOut', 'is not available in this version'],
  ['execution', 'is not available in this version'],
  ['autorize', 'does not exist'],
  ['Requires', 'does not exist'],
  ['default', 'does not exist'],
  ['toString', 'does not exist'],
])('a member %s would be ignored, so it is refused [B-079] [B-080]', async (member, says) => {
  const found = await one({ [member]: 1 });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`"${member}"`);
  expect(found[0]).toContain(says);
});

test('a member that is set to undefined was left out, but an unknown one is still unknown', async () => {
  expect(await one({ version: undefined, requires: undefined })).toEqual([]);
  expect(await one({ aks: undefined })).toHaveLength(1);
});

test.each<[string, Record<string, unknown>]>([
  ['effect', { effect: 'delete' }],
  ['effect', { effect: null }],
  ['authorize', { authorize: true }],
  ['execute', { execute: 'run' }],
  ['once', { once: 'order' }],
  ['description', { description: 7 }],
  ['version', { version: ' ' }],
  ['version', { version: 1 }],
  ['freshness', { freshness: 'snapshot' }],
  ['freshness', { freshness: { snapshot: ' ' } }],
  ['freshness', { freshness: { snapshot: 'cheap', ttl: 5 } }],
  ['freshness', { freshness: false }],
  ['replay', { replay: 'none' }],
  ['deadline', { deadline: Number.NaN }],
  ['deadline', { deadline: -1 }],
  ['deadline', { deadline: 1.5 }],
  ['deadline', { deadline: '60000' }],
  ['deadline', { deadline: 86_400_001 }],
  ['maxBytes', { maxBytes: 0 }],
  ['maxBytes', { maxBytes: Number.POSITIVE_INFINITY }],
  ['maxBytes', { maxBytes: 10 * 1024 * 1024 + 1 }],
  ['requires', { requires: 'orders.write' }],
  ['requires', { requires: [] }],
  ['requires', { requires: { grants: 'orders.write' } }],
  ['requires.grant', { requires: { grant: '' } }],
  ['requires.grant', { requires: { grant: [null] } }],
  ['requires.assurance', { requires: { assurance: 'MFA' } }],
  ['requires.assurance', { requires: { assurance: null } }],
  ['roles', { roles: [] }],
  ['orderId', { roles: { orderId: 'money' } }],
  ['amount', { roles: { amount: 'amount' } }],
  [
    'target',
    {
      target: { kind: 'resource', type: 'order', argument: 'orderId', load: () => null, refresh: () => null },
    },
  ],
  ['target', { target: null }],
  ['input', { input: undefined }],
  ['input', { input: z.string() }],
  ['input', { input: jsonSchema({ type: 'string' }) }],
  ['input', { input: jsonSchema({ type: 'object', propertis: {} }) }],
])('a wrong %s is one problem: %o [V-078]', async (about, members) => {
  const found = await one(members);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('capability "orders.view" ');
  expect(found[0]).toContain(about);
});

test('problems of a target are problems of its capability [V-079]', async () => {
  const broken = Reflect.apply(resource, undefined, [
    { type: '', id: 'orderId', load: () => null, versoin: 1 },
  ]);
  expect(await one({ target: broken })).toHaveLength(2);
  expect(await one({ target: Reflect.apply(scope, undefined, [{ type: 'orders' }]) })).toEqual([
    'capability "orders.view" needs "filter", a function in its target',
  ]);
});

test('the id of a resource must be an argument that can hold one', async () => {
  const target = resource({ type: 'order', id: 'orderId', load: () => null });
  expect(await one({ target })).toEqual([]);
  expect(await one({ target, input: z.object({ orderId: z.int() }) })).toEqual([]);
  expect(await one({ target, input: z.object({ orderId: z.union([z.string(), z.null()]) }) })).toEqual([]);
  expect(await one({ target, version: '1', input: v.object({ orderId: v.array(v.string()) }) })).toEqual([]);
  for (const input of [
    z.object({ id: z.string() }),
    z.object({ orderId: z.array(z.string()) }),
    z.object({ orderId: z.boolean() }),
  ]) {
    expect(await one({ target, input })).toEqual([
      'capability "orders.view" has a target whose id "orderId" is not an argument that is a string or a number',
    ]);
  }
});

test('a schema without JSON Schema needs a version', async () => {
  const input = v.object({ a: v.string() });
  expect(await one({ input })).toEqual([expect.stringContaining('needs "version"')]);
  expect(await one({ input, version: '2024-11' })).toEqual([]);
});

test('an argument that only the server may set is refused, also behind a reference', async () => {
  for (const key of ['tenant_id', 'principal_id', 'grant', 'assurance', 'reservation_ref']) {
    const found = await one({ input: z.object({ [key]: z.string() }) });
    expect(found).toEqual([
      `capability "orders.view" has an argument "${key}", which only the server may set`,
    ]);
  }
  const behind = jsonSchema({
    type: 'object',
    allOf: [{ $ref: '#/$defs/x' }],
    $defs: { x: { properties: { grant: {} } } },
  });
  expect(await one({ input: behind })).toHaveLength(1);
});

test("assurance levels are the application's own", async () => {
  const options: RegistrationOptions = { assurance: ['low', 'high'] };
  expect(
    (await registerCatalogue([loose({ ...good, requires: { assurance: 'high' } })], options)).assurance,
  ).toEqual(['low', 'high']);
  for (const assurance of [[], ['a', 'a'], [''], ['a b'], [1], 'none', null]) {
    expect(await problems([loose(good)], { assurance })).toContainEqual(
      expect.stringContaining('"assurance"'),
    );
  }
});

test.each([
  [{}],
  [[]],
  [null],
  ['desk'],
  [{ desk: ['orders.view'] }],
  [{ desk: null }],
  [{ desk: {} }],
  [{ desk: { capabilities: 'orders.view' } }],
  [{ desk: { capabilities: ['orders.VIEW'] } }],
  [{ desk: { capabilities: ['*'] } }],
  [{ desk: { capabilities: [null] } }],
  [{ desk: { capabilities: ['orders.view'], tools: [] } }],
  [{ ' desk': { capabilities: ['orders.view'] } }],
])(
  'agents %j are a problem, not an agent that silently reaches nothing or everything [B-085]',
  async (agents) => {
    expect(await problems([loose(good)], { agents })).toHaveLength(1);
  },
);

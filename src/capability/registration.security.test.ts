import { expect, test } from 'vitest';
import { z } from 'zod';
import { RegistrationRefused } from '../errors.ts';
import { capability, type Capability, registerCatalogue } from './index.ts';

function loose(declaration: unknown): Capability {
  return Reflect.apply(capability, undefined, [declaration]);
}

const good = {
  name: 'orders.view',
  effect: 'read',
  input: z.object({ orderId: z.string() }),
  authorize: () => true,
  execute: () => 1,
};

async function problems(given: unknown, options?: object): Promise<readonly string[]> {
  try {
    await Reflect.apply(registerCatalogue, undefined, [given, options]);
    return [];
  } catch (error) {
    if (error instanceof RegistrationRefused) return error.problems;
    throw error;
  }
}

const secret = 'hunter2';

/** An object of which one member throws when it is read. */
function booby(member: string, others: object = {}): object {
  return Object.defineProperty({ ...others }, member, {
    enumerable: true,
    get() {
      throw new Error(secret);
    },
  });
}

function throwingList(): unknown[] {
  return Object.defineProperty([1], 0, {
    get() {
      throw new Error(secret);
    },
  });
}

const hidden = new Proxy(
  {},
  {
    ownKeys() {
      throw new Error(secret);
    },
  },
);

test.each([[null], [undefined], ['orders.view'], [[]], [hidden]])(
  'what is no declaration (%#) is a problem of the catalogue and not an exception [V-139]',
  async (nothing) => {
    const found = await problems([loose(nothing), loose({ ...good, deadline: 0 })]);
    expect(found).toContainEqual(expect.stringMatching(/^capability number 1 in the list has no name/));
    expect(found).toContainEqual(expect.stringMatching(/^capability "orders.view" has "deadline"/));
  },
);

test.each([
  'name',
  'effect',
  'description',
  'input',
  'target',
  'authorize',
  'once',
  'execute',
  'ask',
  'requires',
  'roles',
  'freshness',
  'replay',
  'deadline',
  'maxBytes',
  'version',
  'other',
])('a declaration of which "%s" throws when it is read is refused with a sentence', async (member) => {
  const found = await problems([loose(booby(member, good))]);
  expect(found.length).toBeGreaterThan(0);
  expect(found.join()).not.toContain(secret);
});

test.each<[string, object]>([
  ['requires.grant', { requires: booby('grant') }],
  ['requires.assurance', { requires: booby('assurance') }],
  ['requires', { requires: hidden }],
  ['a grant in a list', { requires: { grant: throwingList() } }],
  ['roles', { roles: booby('orderId') }],
  ['freshness', { freshness: booby('snapshot') }],
  ['a schema', { input: booby('~standard') }],
  ['the version of a schema', { input: { '~standard': booby('version', { validate: () => 1 }) } }],
  ['the validation of a schema', { input: { '~standard': booby('validate', { version: 1 }) } }],
  [
    'the JSON Schema of a schema',
    { input: { '~standard': booby('jsonSchema', { version: 1, validate: () => 1 }) } },
  ],
  ['a revoked object', { requires: revoked() }],
  ['a revoked list', { requires: { grant: revoked() } }],
  ['a revoked schema', { input: revoked() }],
  ['a revoked target', { target: revoked() }],
])(
  '%s that throws when it is read is a problem, and what it throws is not repeated',
  async (_what, members) => {
    const found = await problems([loose({ ...good, ...members })]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((problem) => problem.startsWith('capability "orders.view" '))).toBe(true);
    expect(found.join()).not.toContain(secret);
  },
);

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

test('options that throw when they are read are problems', async () => {
  expect(await problems(throwingList())).toEqual([
    'capability number 1 in the list was not made by capability(...)',
  ]);
  expect(await problems([loose(good)], { agents: booby('desk') })).toEqual([
    '"agents" holds something that throws when it is read',
  ]);
  expect(await problems([loose(good)], { agents: { desk: { capabilities: [1n] } } })).toHaveLength(1);
  expect(await problems([loose(good)], { assurance: throwingList() })).toEqual([
    '"assurance" holds something that throws when it is read',
  ]);
});

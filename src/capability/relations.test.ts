import { expect, test } from 'vitest';
import { z } from 'zod';
import { RegistrationRefused } from '../errors.ts';
import { capability, type Capability, registerCatalogue } from './index.ts';

/** A declaration as plain JavaScript may write it. */
function loose(name: string, members: Record<string, unknown> = {}): Capability {
  const declaration = {
    name,
    effect: 'write',
    ask: 'never',
    input: z.object({ orderId: z.string() }),
    authorize: () => true,
    execute: () => 1,
    ...members,
  };
  return Reflect.apply(capability, undefined, [declaration]);
}

async function problems(...capabilities: readonly Capability[]): Promise<readonly string[]> {
  try {
    await registerCatalogue(capabilities);
    return [];
  } catch (error) {
    if (error instanceof RegistrationRefused) return error.problems;
    throw error;
  }
}

const after = (...names: readonly unknown[]) => ({ sequence: { after: names } });
const undone = (by: string) => ({ undo: { with: by, arguments: () => ({}) } });
const round = (name: string) =>
  `capability "${name}" could never run: "sequence" goes round in a circle before it`;

test('rules name capabilities that there are', async () => {
  expect(
    await problems(loose('a', { sequence: { after: ['b', { capability: 'c' }], notAfter: ['d'] } })),
  ).toEqual(
    ['b', 'c', 'd'].map((name) => `capability "a" names "${name}" in "sequence", which is not a capability`),
  );
});

test('rules that nobody could ever keep do not register', async () => {
  expect(await problems(loose('a', after('a')))).toEqual([round('a')]);
  expect(await problems(loose('a', after('b')), loose('b', after('c')), loose('c', after('a')))).toEqual(
    ['a', 'b', 'c'].map(round),
  );
  expect(
    await problems(loose('a', after('a')), loose('b', after('a')), loose('c'), loose('d', after('c'))),
  ).toEqual(['a', 'b'].map(round));
  expect(await problems(loose('a', { sequence: { after: ['b'], notAfter: ['b'] } }), loose('b'))).toEqual([
    'capability "a" could never run: "sequence" has it come after "b" and not after it',
  ]);
});

test('capabilities may exclude themselves and one another, and come after one another in a line', async () => {
  const either = (other: string) => ({ sequence: { notAfter: [other] } });
  expect(await problems(loose('a', either('b')), loose('b', either('a')), loose('c', either('c')))).toEqual(
    [],
  );
  expect(await problems(loose('c', after('b')), loose('b', after('a')), loose('a'))).toEqual([]);
});

test('what is bound is an argument, where the schema tells which there are', async () => {
  const bound = after({ capability: 'b', bind: { orderid: '/id' } });
  expect(await problems(loose('a', bound), loose('b'))).toEqual([
    'capability "a" binds "orderid" in "sequence", which is not an argument',
  ]);
  const open = { '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } };
  expect(await problems(loose('a', { ...bound, input: open, version: '1' }), loose('b'))).toEqual([]);
});

test('what undoes a step is another capability, a write', async () => {
  expect(await problems(loose('a', undone('a')))).toEqual(['capability "a" names itself in "undo"']);
  expect(await problems(loose('a', undone('b')))).toEqual([
    'capability "a" names "b" in "undo", which is not a capability',
  ]);
  expect(await problems(loose('a', undone('b')), loose('b', { effect: 'read', ask: undefined }))).toEqual([
    'capability "a" names "b" in "undo", which is not a write',
  ]);
  expect(await problems(loose('a', undone('b')), loose('b'))).toEqual([]);
});

test('the histories that rules read hold the steps that they name, and of a result what is bound to it', async () => {
  const catalogue = await registerCatalogue([
    loose('a', { sequence: { after: ['b', { capability: 'c', bind: { orderId: '/id' } }] } }),
    loose('b', { sequence: { after: [{ capability: 'c', bind: { orderId: '/id' } }] } }),
    loose('c'),
    loose('d', { sequence: { notAfter: ['e'], atMost: 1 } }),
    loose('e', { sequence: { after: [{ capability: 'c', bind: { orderId: '/other' } }] } }),
    loose('f', { sequence: { notAfter: ['e'] } }),
  ]);
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'unknown'].filter(catalogue.isRead)).toEqual(['b', 'c', 'd', 'e']);
  expect(catalogue.boundRules('c')).toEqual([['/id'], ['/other']]);
  expect(catalogue.boundRules('b')).toEqual([]);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { RegistrationRefused } from '../errors.ts';
import { resource } from '../target/index.ts';
import { capability, type Capability, type Registered, registerCatalogue } from './index.ts';

const order = resource({ type: 'order', id: 'orderId', load: () => null });
const facts = () => ({ order: '1' });
const approvers = () => true;
const write = {
  name: 'orders.cancel',
  effect: 'write',
  input: z.object({ orderId: z.string() }),
  target: order,
  authorize: () => true,
  execute: () => 1,
};

/** Declared as plain JavaScript may do it. */
function declared(members: Record<string, unknown>): Capability {
  return Reflect.apply(capability, undefined, [{ ...write, ...members }]);
}

async function registered(members: Record<string, unknown>): Promise<Registered> {
  const [one] = (await registerCatalogue([declared(members)])).capabilities;
  if (one === undefined) throw new Error('nothing registered');
  return one;
}

async function problems(members: Record<string, unknown>): Promise<readonly string[]> {
  try {
    await registerCatalogue([declared(members)]);
    return [];
  } catch (error) {
    if (!(error instanceof RegistrationRefused)) throw error;
    return error.problems.map((problem) => problem.replace('capability "orders.cancel" ', ''));
  }
}

test('a write that says nothing asks in doubt, a read never, and nobody is asked where nobody is named', async () => {
  expect(await registered({})).toMatchObject({
    ask: 'in-doubt',
    askFunction: null,
    confirm: null,
    review: null,
  });
  expect(await registered({ effect: 'read' })).toMatchObject({ ask: 'never', confirm: null, review: null });
  // What forgot to say that it writes is asked about, not let through.
  expect(await registered({ effect: undefined })).toMatchObject({ ask: 'in-doubt' });
});

test('confirming lasts 15 minutes and reviewing a day with one person, unless said otherwise', async () => {
  const both = await registered({ confirm: facts, review: { facts, approvers } });
  expect(both.confirm).toEqual({ facts, ttl: 900_000 });
  expect(both.review).toEqual({ facts, approvers, quorum: 1, ttl: 86_400_000 });
  const said = await registered({
    confirm: { facts, ttl: 1 },
    review: { facts, approvers, quorum: 10, ttl: 2_592_000_000 },
  });
  expect(said.confirm).toEqual({ facts, ttl: 1 });
  expect(said.review).toEqual({ facts, approvers, quorum: 10, ttl: 2_592_000_000 });
  expect([said, said.confirm, said.review].every(Object.isFrozen)).toBe(true);
  expect(await registered({ confirm: { facts, ttl: undefined }, review: undefined })).toMatchObject({
    confirm: { ttl: 900_000 },
    review: null,
  });
});

test('a function decides by itself, for reads as well, and policy may ask about what never asks by itself', async () => {
  const ask = () => false;
  expect(await registered({ ask })).toMatchObject({ ask: 'function', askFunction: ask });
  expect(await registered({ effect: 'read', ask, confirm: facts })).toMatchObject({
    ask: 'function',
    confirm: { ttl: 900_000 },
  });
  expect(await registered({ ask: 'never', confirm: facts, review: { facts, approvers } })).toMatchObject({
    ask: 'never',
    confirm: { facts },
    review: { facts },
  });
});

test.each([['in-doubt'], ['always'], ['never']])('a declaration may say ask: %s', async (ask) => {
  expect(await registered({ ask, confirm: facts })).toMatchObject({ ask, askFunction: null });
});

const anAsk = "'in-doubt', 'always', 'never' or a function";
const aConfirm = 'a function that gives the facts, or an object: { facts, ttl }';
const aReview = 'an object: { facts, approvers, quorum, ttl }';
const aTtl = 'whole milliseconds from 1 to 2,592,000,000 (30 days)';
const aQuorum = 'a whole number of persons from 1 to 10';

test.each<[problem: string, members: Record<string, unknown>]>([
  ...['Always', 'confirm', '', true, null, {}, 1].map((ask): [string, Record<string, unknown>] => [
    `has "ask", which must be ${anAsk}`,
    { ask, confirm: facts },
  ]),
  ...['order', true, null, 1, []].map((confirm): [string, Record<string, unknown>] => [
    `has "confirm", which must be ${aConfirm}`,
    { confirm },
  ]),
  ...[facts, 'order', true, null, []].map((review): [string, Record<string, unknown>] => [
    `has "review", which must be ${aReview}`,
    { review },
  ]),
  ...[0, -1, 1.5, Number.NaN, Infinity, 2_592_000_001, '900000', null].flatMap(
    (ttl): [string, Record<string, unknown>][] => [
      [`has "confirm.ttl", which must be ${aTtl}`, { confirm: { facts, ttl } }],
      [`has "review.ttl", which must be ${aTtl}`, { review: { facts, approvers, ttl } }],
    ],
  ),
  ...[0, -1, 1.5, Number.NaN, 11, '2', null, true].map((quorum): [string, Record<string, unknown>] => [
    `has "review.quorum", which must be ${aQuorum}`,
    { review: { facts, approvers, quorum } },
  ]),
  ['needs "confirm.facts", a function', { confirm: {} }],
  ['needs "confirm.facts", a function', { confirm: { facts: { order: '1' } } }],
  ['needs "review.facts", a function', { review: { approvers } }],
  ['needs "review.approvers", a function', { review: { facts } }],
  ['needs "review.approvers", a function', { review: { facts, approvers: ['bob'] } }],
  ['has a member "quorum" in "confirm", which does not exist', { confirm: { facts, quorum: 2 } }],
  [
    'has a member "approver" in "review", which does not exist',
    { review: { facts, approvers, approver: 1 } },
  ],
])('one problem: %s, of %o [V-139]', async (problem, members) => {
  expect(await problems(members)).toEqual([problem]);
});

test('a member that throws when it is read is a problem of its own', async () => {
  const confirm = {
    get facts(): never {
      throw new Error('trap');
    },
  };
  expect(await problems({ confirm })).toEqual(['needs "confirm.facts", a function']);
});

test('what always asks has somebody to ask, and whoever is asked has something that the answer is bound to [V-046] [D-021]', async () => {
  const nobody = 'says ask: \'always\' and has neither "confirm" nor "review": there is nobody to ask';
  const unbound = (what: string) => `${what} and no target: there is nothing the answer could be bound to`;
  const target = undefined;
  const review = { facts, approvers };
  expect(await problems({ ask: 'always' })).toEqual([nobody]);
  expect(await problems({ ask: 'always', target })).toEqual([nobody, unbound("says ask: 'always'")]);
  expect(await problems({ ask: 'always', target, confirm: facts })).toEqual([unbound('has "confirm"')]);
  expect(await problems({ target, confirm: facts, review })).toEqual([
    unbound('has "confirm"'),
    unbound('has "review"'),
  ]);
  expect(await problems({ effect: 'read', ask: 'never', target, review })).toEqual([unbound('has "review"')]);
  expect(await problems({ ask: 'always', confirm: facts })).toEqual([]);
  expect(await problems({ ask: 'always', review })).toEqual([]);
});

test('a write that would ask in doubt and has nobody to ask registers: it is refused where it would ask', async () => {
  expect(await problems({})).toEqual([]);
  expect(await problems({ target: undefined })).toEqual([]);
  expect(await problems({ ask: () => true, target: undefined })).toEqual([]);
});

test('every problem of asking is found in one pass, with those of other members [V-139]', async () => {
  expect(
    await problems({
      ask: 'allways',
      target: undefined,
      deadline: 0,
      confirm: { fact: facts, ttl: 0 },
      review: { facts, quorum: 11 },
    }),
  ).toEqual([
    'has "deadline", which must be whole milliseconds from 1 to 86,400,000',
    'has "confirm" and no target: there is nothing the answer could be bound to',
    'has "review" and no target: there is nothing the answer could be bound to',
    `has "ask", which must be ${anAsk}`,
    'has a member "fact" in "confirm", which does not exist',
    'needs "confirm.facts", a function',
    `has "confirm.ttl", which must be ${aTtl}`,
    'needs "review.approvers", a function',
    `has "review.quorum", which must be ${aQuorum}`,
  ]);
});

test('a target that is none is one problem, and not that there is nothing to bind to as well', async () => {
  expect(await problems({ target: {}, confirm: facts })).toEqual([
    'has a "target" that was not made by resource, scope, target or contextTarget',
  ]);
});

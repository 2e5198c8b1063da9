import { expect, test } from 'vitest';
import type { SubjectKey } from '../json/index.ts';
import { deriveKeys } from '../json/index.ts';
import { openResult, type ResultOwner, sealResult } from './kept-result.ts';

const keys = deriveKeys('ab'.repeat(32));

function keyOf(subject: string): SubjectKey {
  const id = `key of ${subject}`;
  return keys.unwrap('acme', subject, id, keys.newWrapped('acme', subject, id));
}

const ann = keyOf('ann');
const owner: ResultOwner = {
  call: { tenant: 'acme', owner: 'ann', conversation: 'c-1', id: 'call-1' },
  action: 'action-1',
};

/** Seals what must be kept. */
function sealed(value: unknown): string {
  const seal = sealResult(ann, owner, value);
  return seal ?? expect.unreachable('the result was not kept');
}

test('a kept result opens for its owner, its call and its action, as what it was [D-018]', () => {
  for (const value of [{ b: [1, 'two', null], a: {} }, [], '', 'text', 0, -1.5, false, null])
    expect(openResult(ann, owner, sealed(value))).toEqual({ value });
});

const others: readonly (readonly [title: string, owner: ResultOwner])[] = [
  ['the key of another call', { ...owner, call: { ...owner.call, id: 'call-2' } }],
  ['the key of another conversation', { ...owner, call: { ...owner.call, conversation: 'c-2' } }],
  ['the key of another owner', { ...owner, call: { ...owner.call, owner: 'bob' } }],
  ['the key of another tenant', { ...owner, call: { ...owner.call, tenant: 'other' } }],
  ['another action', { ...owner, action: 'action-2' }],
  ['parts that were shifted', { call: { ...owner.call, id: 'action-1' }, action: 'call-1' }],
];

for (const [title, other] of others) {
  test(`a kept result does not open for ${title} [D-018]`, () => {
    expect(openResult(ann, other, sealed({ paid: true }))).toBeNull();
  });
}

test('a kept result does not open under the key of somebody else [D-018]', () => {
  expect(openResult(keyOf('bob'), owner, sealed({ paid: true }))).toBeNull();
  expect(openResult(keyOf('ann'), owner, sealed({ paid: true }))).toBeNull();
});

test('a kept result that was cut, edited or made for another purpose does not open [D-018, D-011]', () => {
  const seal = sealed({ paid: true });
  const [nonce, tag, text] = seal.split('.');
  const { call, action } = owner;
  const bound = [call.tenant, call.owner, call.conversation, call.id, action];
  for (const other of [
    '',
    'x',
    seal.slice(0, -1),
    `${seal}A`,
    `${nonce}.${tag}.`,
    `${nonce}.${tag}.${sealed({ paid: false }).split('.')[2]}`,
    `${tag}.${nonce}.${text}`,
    ann.seal('countersign/arguments/v1', bound, '{"paid":true}'),
  ])
    expect(openResult(ann, owner, other)).toBeNull();
});

test('what a seal holds is not read in it [D-007]', () => {
  expect(Buffer.from(sealed('card 4111').split('.')[2]!, 'base64url').toString()).not.toContain('4111');
  expect(sealed('card 4111')).not.toBe(sealed('card 4111'));
});

test('a result with NUL is kept without loss [B-134]', () => {
  for (const value of ['a\u0000b', { 'a\u0000b': '\u0000' }, ['\u0000', '\ufffd']])
    expect(openResult(ann, owner, sealed(value))).toEqual({ value });
});

test('what is no plain JSON is not kept, rather than kept as something else [B-134]', () => {
  class Order {
    readonly id = 'o-1';
  }
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  for (const value of [
    undefined,
    '\ud800',
    { text: 'half \udc00' },
    { '\ud800': 1 },
    () => 1,
    1n,
    Number.NaN,
    new Date(0),
    new Map(),
    new Order(),
    { missing: undefined },
    cycle,
    new Proxy({}, {}),
  ])
    expect(sealResult(ann, owner, value)).toBeNull();
});

test('a result up to one mebibyte is kept, and a larger one is not', () => {
  const quotes = 2;
  expect(sealResult(ann, owner, 'x'.repeat(1_048_576 - quotes))).not.toBeNull();
  expect(sealResult(ann, owner, 'x'.repeat(1_048_576 - quotes + 1))).toBeNull();
  expect(
    sealResult(
      ann,
      owner,
      Array.from({ length: 99_999 }, () => 0),
    ),
  ).not.toBeNull();
  expect(
    sealResult(
      ann,
      owner,
      Array.from({ length: 100_000 }, () => 0),
    ),
  ).toBeNull();
});

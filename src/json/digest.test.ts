import { expect, test } from 'vitest';
import { digest, digestText, isDigest, sameText } from './digest.ts';
import type { Json } from './json.ts';

const purpose = 'countersign/test/v1';
const of = (value: Json) => digest(purpose, value);

test('a golden vector of every kind of value is pinned; 1.0 is written 1, as RFC 8785 has it [V-155]', () => {
  const fixture = {
    text: 'héllo \u20ac 😀',
    one: 1.0,
    tenth: 0.1,
    nested: { b: [], a: { deep: true } },
    list: [1, 'two', [3]],
    empty: null,
    count: 7,
  };
  // Computed with another language's SHA-256 over the purpose, a NUL and the text written by hand.
  expect(of(fixture)).toBe('5d2f80aff95ac4fa507018d01636a9ce93ae0121f5b14efcef9a45eacacf26fd');
});

test('names outside the basic plane have one digest, a pinned one [B-001]', () => {
  const pinned = '6ccb03f2b7fe9e8c2c4ccd3d843b47abd903dfa2b1ab80b9a5151f9efd2393c7';
  expect(of({ '\u{1F600}': 1, '\uFB33': 2 })).toBe(pinned);
  expect(of({ '\uFB33': 2, '\u{1F600}': 1 })).toBe(pinned);
});

test('an empty list and an empty object have different digests, pinned ones [W-15]', () => {
  expect(of([])).toBe('e2723e51df9c042c2a59bb4328b92978d36104d1815b5c2bbdc0967ccb66391e');
  expect(of({})).toBe('fe004191fa89f4572ee6ce3d57c4257c447edf0b453e91aa907f92dabd4fe7cc');
});

test('the order of members does not count, the order of a list does [V-154]', () => {
  expect(of({ a: 1, b: { c: 2, d: 3 } })).toBe(of({ b: { d: 3, c: 2 }, a: 1 }));
  expect(of([1, 2])).not.toBe(of([2, 1]));
});

test('values of different type are different: true is not 1, "1" is not 1, absent is not false [B-016]', () => {
  const digests = [
    { force: 1 },
    { force: true },
    { force: '1' },
    { force: false },
    { force: null },
    { force: 0 },
    {},
  ].map(of);
  expect(new Set(digests).size).toBe(digests.length);
});

test('Unicode is not normalised: two file names that look alike have two digests [B-013]', () => {
  expect(of({ path: '/x/caf\u00e9' })).not.toBe(of({ path: '/x/cafe\u0301' }));
});

test('minus zero has the digest of zero [B-007]', () => {
  expect(of({ delta: -0 })).toBe(of({ delta: 0 }));
});

test('half a surrogate pair has no digest, in a value or in a text [B-002]', () => {
  expect(() => of({ note: '\ud800' })).toThrow(TypeError);
  expect(() => digestText(purpose, '\ud800')).toThrow(TypeError);
});

test('a digest made for one purpose is none of another [D-011]', () => {
  expect(digest('countersign/test/v2', [])).not.toBe(of([]));
  expect(digest('countersign/other/v1', [])).not.toBe(of([]));
});

test('the digest of a canonical text is that of its value', () => {
  expect(digestText(purpose, '{"a":[1]}')).toBe(of({ a: [1] }));
});

test('a digest is 64 lower-case hexadecimal digits and nothing else, no line break either [V-159]', () => {
  const full = of('x');
  expect(isDigest(full)).toBe(true);
  const others = [
    `${full}\n`,
    `\n${full}`,
    ` ${full}`,
    full.toUpperCase(),
    full.slice(1),
    `${full}0`,
    `${full.slice(1)}\n`,
  ];
  for (const other of [...others, `${full.slice(1)}g`, '', 64, null, [full]])
    expect(isDigest(other)).toBe(false);
});

test('texts are the same in every unit or not at all', () => {
  expect(sameText('', '')).toBe(true);
  expect(sameText('abc', 'abc')).toBe(true);
  expect(sameText('abc', 'abd')).toBe(false);
  expect(sameText('abc', 'Abc')).toBe(false);
  expect(sameText('abc', 'abcd')).toBe(false);
  expect(sameText('\u0161', 'a')).toBe(false);
});

import { expect, test } from 'vitest';
import { canonicalText } from './canonical.ts';
import type { Json } from './json.ts';

/** For what a caller without types may pass. */
const asJson = (value: unknown): Json => value as Json;

test('member names sort by UTF-16 code unit, whatever the order of insertion [B-001]', () => {
  const sorted = '{"\u{1F600}":1,"\uFB33":2}';
  expect(canonicalText({ '\u{1F600}': 1, '\uFB33': 2 })).toBe(sorted);
  expect(canonicalText({ '\uFB33': 2, '\u{1F600}': 1 })).toBe(sorted);
});

test('the sorting example of RFC 8785 comes out in its order', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1F600}', '\u0080', '\u00f6'];
  const text = canonicalText(Object.fromEntries(names.map((name, index) => [name, index])));
  expect(text).toBe('{"\\r":1,"1":3,"\u0080":5,"\u00f6":6,"\u20ac":0,"\u{1F600}":4,"\ufb33":2}');
});

test('names that look like indices sort as text', () => {
  expect(canonicalText({ 9: 'b', 10: 'a', a: 'c' })).toBe('{"10":"a","9":"b","a":"c"}');
});

test.each([
  [1e21, '1e+21'],
  [1e20, '100000000000000000000'],
  [0.000001, '0.000001'],
  [1e-7, '1e-7'],
  [5e-324, '5e-324'],
  [1.7976931348623157e308, '1.7976931348623157e+308'],
  [333333333.33333329, '333333333.3333333'],
  [1.0, '1'],
  [10e-1, '1'],
  [-1.5, '-1.5'],
])('the number %d is written %s [B-008]', (number, text) => {
  expect(canonicalText(number)).toBe(text);
});

test('minus zero is written as zero [B-007]', () => {
  expect(canonicalText(-0)).toBe('0');
  expect(canonicalText([-0])).toBe(canonicalText([0]));
});

test('how a number is written depends on nothing that can be set [V-157]', () => {
  const original = Number.prototype.toString;
  try {
    Number.prototype.toString = () => 'changed';
    Number.prototype.toLocaleString = () => 'changed';
    expect(canonicalText([0.1, 1.0, 1 / 3])).toBe('[0.1,1,0.3333333333333333]');
  } finally {
    Number.prototype.toString = original;
    Reflect.deleteProperty(Number.prototype, 'toLocaleString');
  }
});

test('only quote, backslash and control characters below U+0020 are escaped [B-017]', () => {
  expect(canonicalText('\u007f\u0085\u2028\u2029/é')).toBe('"\u007f\u0085\u2028\u2029/é"');
  expect(canonicalText('"\\')).toBe('"\\"\\\\"');
  expect(canonicalText('\b\t\n\f\r\u0000\u001f')).toBe('"\\b\\t\\n\\f\\r\\u0000\\u001f"');
});

test('literal and escaped spellings have one canonical text [B-017]', () => {
  const literal = asJson(JSON.parse('["\u007f\u0085\u2028/"]'));
  const escaped = asJson(JSON.parse('["\\u007f\\u0085\\u2028\\/"]'));
  expect(canonicalText(escaped)).toBe(canonicalText(literal));
});

test('composed and decomposed letters stay different [B-013]', () => {
  expect(canonicalText('caf\u00e9')).not.toBe(canonicalText('cafe\u0301'));
});

test.each(['\ud800', '\udc00', '\ude00\ud83d', 'a\ud83d'])(
  'half a surrogate pair has no canonical text, as value or as name [B-002]',
  (half) => {
    expect(() => canonicalText(half)).toThrow(TypeError);
    expect(() => canonicalText({ [half]: 1 })).toThrow(TypeError);
  },
);

test('an empty list is not an empty object [W-15]', () => {
  expect(canonicalText([])).toBe('[]');
  expect(canonicalText({})).toBe('{}');
});

test.each([
  ['undefined', undefined],
  ['an undefined member', { a: undefined }],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a bigint', 1n],
  ['NaN', Number.NaN],
  ['Infinity', [Number.POSITIVE_INFINITY]],
  ['a hole', [1, , 2]], // prettier-ignore
  ['a Date', new Date(0)],
  ['a Map', new Map()],
  ['a boxed number', Object(1)],
])('%s has no canonical text [B-010, B-011, V-158]', (_, value) => {
  expect(() => canonicalText(asJson(value))).toThrow(TypeError);
});

test('nesting without end is refused, and is never some constant text [B-014]', () => {
  let deep: Json = 'core';
  for (let level = 0; level < 1000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
  expect(canonicalText(deep)).toContain('core');
  expect(() => canonicalText([deep])).toThrow(TypeError);
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  expect(() => canonicalText(asJson(cycle))).toThrow(TypeError);
});

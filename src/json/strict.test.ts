import { expect, test } from 'vitest';
import { defaultBounds, jsonFaults } from './strict-result.ts';
import { strictCopy } from './strict.ts';

/** What a value is refused for and where, or 'accepted'. */
function verdict(value: unknown, bounds = defaultBounds): string {
  const result = strictCopy(value, bounds);
  return result.ok ? 'accepted' : `${result.refusal.fault} at "${result.refusal.pointer}"`;
}

/** The copy of a value that is expected to be accepted. */
function copyOf(value: unknown): unknown {
  const result = strictCopy(value);
  if (!result.ok) throw new Error(`${result.refusal.fault} at ${result.refusal.pointer}`);
  return result.value;
}

test('the list of faults is pinned', () => {
  expect([...jsonFaults].sort()).toMatchInlineSnapshot(`
    [
      "accessor",
      "array_property",
      "bigint",
      "bytes",
      "class_instance",
      "depth",
      "duplicate_member",
      "function",
      "hidden_member",
      "hole",
      "inexact_number",
      "lone_surrogate",
      "nodes",
      "not_finite",
      "proto_member",
      "proxy",
      "symbol",
      "syntax",
      "trailing_text",
      "undefined",
      "unsafe_integer",
    ]
  `);
});

test('the default bounds are 64 levels, 10,000 values and 256 KiB', () => {
  expect(defaultBounds).toEqual({ depth: 64, nodes: 10_000, bytes: 262_144 });
});

test('plain JSON is copied, detached and frozen at every level', () => {
  const source = { a: [1, { b: 'two' }], c: null, d: true };
  const copy = copyOf(source) as { readonly a: readonly [number, object] };
  expect(copy).toEqual(source);
  expect([copy, copy.a, copy.a[1]].every(Object.isFrozen)).toBe(true);
  source.a.push(3);
  source.d = false;
  expect(copy).toEqual({ a: [1, { b: 'two' }], c: null, d: true });
});

test('an object without a prototype is plain, and its copy has the usual one', () => {
  const copy = copyOf(Object.assign(Object.create(null), { a: 1 }));
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(copy).toEqual({ a: 1 });
});

test('members named like inherited ones are ordinary members', () => {
  const source = JSON.parse('{"toString":1,"constructor":{"prototype":2},"hasOwnProperty":null}');
  expect(Object.entries(copyOf(source) as object)).toEqual(Object.entries(source));
});

test('a value used twice is copied twice', () => {
  const shared = { a: 1 };
  expect(copyOf([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
});

test('minus zero becomes zero, wherever it stands [B-007]', () => {
  const copy = copyOf({ delta: -0, list: [-0] }) as {
    readonly delta: number;
    readonly list: readonly number[];
  };
  expect([copy.delta, copy.list[0]].map((number) => Object.is(number, 0))).toEqual([true, true]);
});

test('integers that JavaScript cannot tell from their neighbours are refused [B-005]', () => {
  expect(verdict({ id: Number.MAX_SAFE_INTEGER })).toBe('accepted');
  expect(verdict({ id: 2 ** 53 })).toBe('unsafe_integer at "/id"');
  expect(verdict({ id: -(2 ** 53) })).toBe('unsafe_integer at "/id"');
  expect(verdict(1e21)).toBe('unsafe_integer at ""');
  expect(verdict(1e-300)).toBe('accepted');
});

test('NaN and Infinity are refused', () => {
  expect(verdict([Number.NaN])).toBe('not_finite at "/0"');
  expect(verdict(Number.NEGATIVE_INFINITY)).toBe('not_finite at ""');
});

test('half a surrogate pair is refused as value and as name [B-002]', () => {
  expect(verdict({ note: '\ud800' })).toBe('lone_surrogate at "/note"');
  expect(verdict({ '\udc00': 1 })).toBe('lone_surrogate at "/\ufffd"');
  expect(verdict('\ude00\ud83d')).toBe('lone_surrogate at ""');
  expect(verdict('\ud83d\ude00')).toBe('accepted');
});

test('undefined, functions and symbols are refused, not dropped [B-010]', () => {
  expect(verdict({ a: 1, b: undefined })).toBe('undefined at "/b"');
  expect(verdict(undefined)).toBe('undefined at ""');
  expect(verdict({ f() {} })).toBe('function at "/f"');
  expect(verdict({ s: Symbol('s') })).toBe('symbol at "/s"');
  expect(verdict({ [Symbol('s')]: 1 })).toBe('symbol at ""');
  expect(verdict([1n])).toBe('bigint at "/0"');
});

test.each([
  ['a Date', new Date(0)],
  ['an invalid Date', new Date(Number.NaN)],
  ['a Map', new Map([['a', 1]])],
  ['a class instance', new (class Order { id = 1 })()], // prettier-ignore
  ['an array of a subclass', new (class List extends Array<number> {})(3)],
  ['a boxed string', Object('text')],
  ['a regular expression', /a/],
  ['bytes', new Uint8Array(2)],
  ['an error', new Error('no')],
  ['a boxed number that lost its prototype', Object.setPrototypeOf(Object(5), Object.prototype)],
  ['bytes that lost their prototype', Object.setPrototypeOf(new Uint8Array(2), null)],
])('%s is refused as a class instance, nested or not [B-011, V-158]', (_, value) => {
  expect(verdict(value)).toBe('class_instance at ""');
  expect(verdict({ list: [value] })).toBe('class_instance at "/list/0"');
});

test('an object that would write itself differently is refused [B-011, V-158]', () => {
  expect(verdict({ amount: 500, toJSON: () => ({ amount: 1 }) })).toBe('function at "/toJSON"');
  expect(verdict({ amount: 500, toJSON: 'plain text' })).toBe('accepted');
});

test('arrays are dense and have nothing but elements', () => {
  expect(verdict([1, , 2])).toBe('hole at "/1"'); // prettier-ignore
  expect(verdict(Object.assign([1], { extra: 2 }))).toBe('array_property at ""');
  expect(verdict(Object.assign([], { length: 1, extra: 2 }))).toBe('hole at "/0"');
  expect(verdict('a=1'.match(/=/))).toBe('array_property at ""');
  expect(verdict(Object.assign([1], { [Symbol('s')]: 2 }))).toBe('array_property at ""');
});

test('hidden members are refused', () => {
  expect(verdict(Object.defineProperty({}, 'a', { value: 1 }))).toBe('hidden_member at "/a"');
});

test('each bound holds exactly', () => {
  const bounds = { depth: 2, nodes: 4, bytes: 10 };
  expect(verdict([[1]], bounds)).toBe('accepted');
  expect(verdict([[[]]], bounds)).toBe('depth at "/0/0"');
  expect(verdict([1, 2, 3], bounds)).toBe('accepted');
  expect(verdict([1, [2, 3]], bounds)).toBe('nodes at "/1"');
  expect(verdict('12345678', bounds)).toBe('accepted');
  expect(verdict('123456789', bounds)).toBe('bytes at ""');
});

test('bytes are those of the canonical text in UTF-8', () => {
  const bounds = { ...defaultBounds, bytes: 8 };
  expect(verdict('\u20ac\u20ac', bounds)).toBe('accepted');
  expect(verdict('\u20ac\u20aca', bounds)).toBe('bytes at ""');
  expect(verdict('\u0001', bounds)).toBe('accepted');
  expect(verdict('\u0001a', bounds)).toBe('bytes at ""');
  expect(verdict(1.2345678901, bounds)).toBe('bytes at ""');
});

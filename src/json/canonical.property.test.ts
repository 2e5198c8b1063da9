import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText } from './canonical.ts';
import type { Json } from './json.ts';

/** JSON with every kind of string and number, hostile names included. */
const anyJson = fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }).map((value) => value as Json);

/** The same value with the members of every object in reverse order. */
function reversed(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Array) return value.map(reversed);
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, member]) => [name, reversed(member)]));
}

test('canonical text is byte for byte that of an independent implementation [B-001, V-155]', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      expect(canonicalText(value)).toBe(canonicalize(value));
    }),
    { numRuns: 1000 },
  );
});

test('every double is written as an independent implementation writes it [B-008]', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(canonicalText(number)).toBe(canonicalize(number));
      expect(Number(canonicalText(number))).toBe(number + 0);
    }),
    { numRuns: 1000 },
  );
});

test('both implementations refuse the same strings [B-002]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0xd780, max: 0xe010 }), { maxLength: 4 }), (units) => {
      const text = String.fromCharCode(...units);
      if (text.isWellFormed()) expect(canonicalText(text)).toBe(canonicalize(text));
      else {
        expect(() => canonicalText(text)).toThrow();
        expect(() => canonicalize(text)).toThrow();
      }
    }),
  );
});

test('parsing a canonical text gives the value back', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('the order of members never counts [V-154]', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      expect(canonicalText(reversed(value))).toBe(canonicalText(value));
    }),
  );
});

test('a canonical text is its own canonical text', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const text = canonicalText(value);
      expect(canonicalText(JSON.parse(text) as Json)).toBe(text);
    }),
  );
});

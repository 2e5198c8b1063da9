import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textMac } from './text-mac.ts';

const keyCharacter = fc.constantFrom(...'ABCXYZabcxyz0189-_ ~!');
const key64 = fc.string({ unit: keyCharacter, minLength: 64, maxLength: 64 });

test('it is HMAC-SHA-256, byte for byte as the standard library makes it', () => {
  fc.assert(
    fc.property(key64, fc.string({ unit: 'grapheme', maxLength: 300 }), (key, text) => {
      expect(textMac(key)(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
    }),
    { numRuns: 500 },
  );
});

test('texts around the borders of a hash block agree as well', () => {
  const key = 'k'.repeat(64);
  const mac = textMac(key);
  for (let length = 0; length <= 200; length += 1) {
    const text = 'é'.repeat(length);
    expect(mac(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
  }
});

test('two keys in turn do not disturb each other', () => {
  const [first, second] = [textMac('1'.repeat(64)), textMac('2'.repeat(64))];
  const macs = [first('text'), second('text'), first('text')];
  expect(macs[0]).toBe(macs[2]);
  expect(macs[0]).not.toBe(macs[1]);
});

test('a key of any other form is refused', () => {
  for (const key of ['', 'k'.repeat(63), 'k'.repeat(65), `${'k'.repeat(63)}é`, `${'k'.repeat(63)}\n`]) {
    expect(() => textMac(key)).toThrow(RangeError);
  }
});

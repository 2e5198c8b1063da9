import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactNumber } from './exact-number.ts';

/** A decimal literal as a fraction of integers: an oracle that shares nothing with the code under test. */
function fraction(literal: string): readonly [bigint, bigint] {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e');
  const [whole = '', digits = ''] = mantissa.split('.');
  const exponent = BigInt(power) - BigInt(digits.length);
  const scale = 10n ** (exponent < 0n ? -exponent : exponent);
  return exponent < 0n ? [BigInt(whole + digits), scale] : [BigInt(whole + digits) * scale, 1n];
}

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });

test('a literal is accepted exactly if the number written back has the same value [B-005]', () => {
  const literal = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits(18),
      fc.option(digits(20)),
      fc.option(fc.integer({ min: -40, max: 40 })),
    )
    .map(([sign, whole, rest, power]) => {
      const start = sign + whole.replace(/^0+(?=.)/, '');
      return `${start}${rest === null ? '' : `.${rest}`}${power === null ? '' : `e${power}`}`;
    });
  fc.assert(
    fc.property(literal, (text) => {
      const number = Number(text);
      const [top, bottom] = fraction(text);
      const [shortTop, shortBottom] = fraction(`${number}`);
      const same = top * shortBottom === shortTop * bottom;
      const safe = Number.isSafeInteger(number) || !Number.isInteger(number);
      expect(exactNumber(text)).toBe(!safe ? 'unsafe_integer' : same ? number + 0 : 'inexact_number');
    }),
    { numRuns: 3000 },
  );
});

test('every number that is no unsafe integer can be written and read back', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      if (Number.isInteger(number) && !Number.isSafeInteger(number)) return;
      expect(exactNumber(`${number}`)).toBe(number + 0);
    }),
  );
});

test('numbers too large and too small are refused, zero is not', () => {
  expect(exactNumber('1e309')).toBe('inexact_number');
  expect(exactNumber('4e-325')).toBe('inexact_number');
  expect(exactNumber('0e999999999999999999999')).toBe(0);
  expect(exactNumber(`0.${'0'.repeat(400)}1e401`)).toBe(1);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atScale } from './at-scale.ts';

test.each<[number | string, number, number]>([
  [12.34, 2, 1234],
  ['12.34', 2, 1234],
  ['12.340', 2, 1234],
  ['0012.3', 2, 1230],
  [100, 0, 100],
  ['100.00', 0, 100],
  [0, 2, 0],
  [-0, 2, 0],
  ['0.000', 2, 0],
  [1e-7, 7, 1],
  [1.5e-7, 8, 15],
  [0.1, 1, 1],
  [4.35, 2, 435],
  [1.005, 3, 1005],
  ['9007199254740991', 0, 9_007_199_254_740_991],
  ['9007.199254740991', 12, 9_007_199_254_740_991],
])('%j at scale %i is exactly %i units [B-119]', (amount, scale, units) => {
  expect(atScale(amount, scale)).toBe(units);
});

const noAmounts: readonly unknown[] = [
  ...[-5, -0.01, NaN, Infinity, -Infinity],
  ...['', ' 1', '1 ', '+1', '-1', '1e9', '1e+2', '0x10', '1,000', '1_000', '.5', '5.', 'NaN', '१२'],
  ...[null, undefined, true, [], ['5'], {}, 5n, new Date(0), Object(5), Symbol('5')],
];

test('what is no amount is refused [B-119]', () => {
  for (const amount of noAmounts)
    expect(() => Reflect.apply(atScale, undefined, [amount, 2])).toThrow(RangeError);
});

test.each<[number | string, number]>([
  [0.1 + 0.2, 2],
  [12.345, 2],
  ['12.345', 2],
  [1e-7, 6],
  [1e21, 0],
  ['9007199254740992', 0],
  ['9007199254740993', 0],
  [Number.MAX_SAFE_INTEGER, 1],
  ['9'.repeat(65), 0],
  [`1${'0'.repeat(63)}`, 0],
])('%j at scale %i is refused, and never rounded [B-119]', (amount, scale) => {
  expect(() => atScale(amount, scale)).toThrow(RangeError);
});

test.each([[-1], [13], [1.5], [NaN], ['2'], [null], [undefined]])('there is no scale %j', (scale) => {
  for (const amount of [0, 1, '1'])
    expect(() => Reflect.apply(atScale, undefined, [amount, scale])).toThrow(RangeError);
});

test('what an amount was does not appear in the message', () => {
  expect(() => atScale('4111111111111111.5', 0)).toThrow(/^(?!.*4111)/);
});

test('whole units written as a decimal come back exactly, as text and as a number [B-119]', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 0, max: 12 }), (units, scale) => {
      const digits = `${units}`.padStart(scale + 1, '0');
      const point = digits.length - scale;
      const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
      expect(atScale(text, scale)).toBe(units);
      // 15 digits are what a double always keeps.
      if (units < 1e15) expect(atScale(Number(text), scale)).toBe(units);
    }),
  );
});

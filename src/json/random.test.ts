import { expect, test } from 'vitest';
import { freshBytes } from './random.ts';

test('as many bytes come as were asked for, across the end of a portion and up to a whole one', () => {
  for (const length of [1, 16, 4_095, 32, 4_096, 1]) expect(freshBytes(length)).toHaveLength(length);
});

test('no bytes are handed out twice, and what was handed out is the caller’s alone', () => {
  const portions = Array.from({ length: 1_000 }, () => freshBytes(16));
  expect(new Set(portions.map((bytes) => bytes.toString('hex'))).size).toBe(portions.length);
  const [first, second] = [freshBytes(16), freshBytes(16)];
  const before = second.toString('hex');
  first.fill(0);
  expect(second.toString('hex')).toBe(before);
});

test.for([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 4_097, 5_000])(
  'a length that cannot be had is refused: %d',
  (length) => {
    expect(() => freshBytes(length)).toThrow(RangeError);
  },
);

import { expect, test } from 'vitest';
import { countingIds } from './ids.ts';

test('ids count, each source for itself, and sort in the order of minting', () => {
  const [some, others] = [countingIds(), countingIds('run')];
  const minted = Array.from({ length: 12 }, () => some.next(0));
  expect(minted.slice(0, 2)).toEqual(['id-00000001', 'id-00000002']);
  expect(minted.toSorted()).toEqual(minted);
  expect(others.next(0)).toBe('run-00000001');
});

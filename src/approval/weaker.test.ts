import { expect, test } from 'vitest';
import { isWeaker } from './weaker.ts';

test.each([
  ['confirm', 1, 'confirm', 1, false],
  ['confirm', 1, 'review', 1, true],
  ['review', 1, 'confirm', 1, false],
  ['review', 2, 'review', 1, false],
  ['review', 2, 'review', 2, false],
  ['review', 2, 'review', 3, true],
] as const)('%s by %i, where %s by %i is needed: weaker %s', (kind, quorum, wanted, most, weaker) => {
  expect(isWeaker({ kind, quorum }, { kind: wanted, quorum: most })).toBe(weaker);
});

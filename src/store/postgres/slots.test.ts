import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('so many happen at a time, the others in the order in which they came, and one that fails makes room', async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((n) =>
    slots.take(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 0) throw new Error('no');
      return n;
    }),
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(begun).toEqual([0, 1]);
  ends[0]!();
  await expect(all[0]).rejects.toThrow('no');
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]!();
  ends[2]!();
  await turn();
  ends[3]!();
  expect(await Promise.all(all.slice(1))).toEqual([1, 2, 3]);
});

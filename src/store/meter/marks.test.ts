import { expect, test } from 'vitest';
import type { Charge, MeterRow, MeterRule } from '../rows.ts';
import { counted, givenBack, held, weighed } from './index.ts';

const fixed = { kind: 'fixed_window', max: 2, from: 60_000, until: 120_000 } as const;
const sliding = { kind: 'sliding_window', max: 2, length: 10_000, most: 100 } as const;
const budget = { kind: 'budget', max: 2 } as const;

function charge(rule: MeterRule, mark: string, at = 100_000): Charge {
  return { limit: 'guesses', key: 'key', units: 1, at, mark, rule };
}

function count(row: MeterRow | null, ...charges: readonly Charge[]): MeterRow {
  let next = row;
  for (const one of charges) [next = next] = counted('acme', [{ charge: one, row: next }], one.at);
  if (next === null) throw new Error('nothing was counted');
  return next;
}

test('the same mark counts once', () => {
  for (const rule of [fixed, sliding, budget]) {
    const row = count(null, charge(rule, 'a'), charge(rule, 'a'), charge(rule, 'a'));
    expect(held(charge(rule, 'a'), row)).toBe(1);
    expect(held(charge(rule, 'b'), count(row, charge(rule, 'b'), charge(rule, 'c')))).toBe(3);
  }
});

test('a mark that is counted fits where a new one does not', () => {
  for (const rule of [fixed, sliding, budget]) {
    const row = count(null, charge(rule, 'a'), charge(rule, 'b'));
    const kind = (mark: string) => weighed('acme', [{ charge: charge(rule, mark), row }], 100_000).kind;
    expect([kind('a'), kind('b'), kind('c')]).toEqual(['fits', 'fits', 'exceeded']);
  }
});

test('marks are forgotten with their window', () => {
  const row = count(null, charge(fixed, 'a'));
  const next = { ...fixed, from: 120_000, until: 180_000 };
  expect(count(row, charge(next, 'a', 120_000))).toMatchObject({ from: 120_000, units: 1, entries: '["a"]' });
});

test('a mark that comes again in a sliding window counts from then on', () => {
  const row = count(null, charge(sliding, 'a'), charge(sliding, 'b', 101_000), charge(sliding, 'a', 105_000));
  expect(JSON.parse(row.entries!)).toEqual([
    [101_000, 1, 'b'],
    [105_000, 1, 'a'],
  ]);
  expect(held(charge(sliding, 'c', 112_000), row)).toBe(1);
  // Once it does not count any more it is a new one.
  expect(held(charge(sliding, 'a', 116_000), count(row, charge(sliding, 'a', 116_000)))).toBe(1);
});

test('a mark that comes again out of order stays where it is: moved, it would add to windows that it was not in', () => {
  const row = count(null, charge(sliding, 'a'), charge(sliding, 'b', 109_500));
  expect(counted('acme', [{ charge: charge(sliding, 'a', 109_000), row }], 109_500)).toEqual([]);
});

test('a mark that is given back is new again', () => {
  for (const rule of [fixed, sliding, budget]) {
    const row = count(null, charge(rule, 'a'), charge(rule, 'b'));
    const back = givenBack(row, charge(rule, 'a'))!;
    expect(held(charge(rule, 'c'), back)).toBe(1);
    expect(held(charge(rule, 'c'), count(back, charge(rule, 'a')))).toBe(2);
    expect(givenBack(back, charge(rule, 'a'))).toBeNull();
  }
});

test('a thousand marks are remembered, then new ones have no room, and what is counted is counted without', () => {
  const wide = { ...fixed, max: 5_000 };
  let row: MeterRow | null = null;
  for (let n = 0; n < 1_000; n += 1) row = count(row, charge(wide, `mark ${n}`));
  const answer = weighed('acme', [{ charge: charge(wide, 'one more'), row }], 100_000);
  expect(answer).toEqual({ kind: 'exceeded', exceeded: [{ limit: 'guesses', retryAfter: 20_000 }] });
  const beyond = count(row, charge(wide, 'one more'));
  expect(beyond).toMatchObject({ units: 1_001, entries: row!.entries });
});

import { expect, test } from 'vitest';
import type { Charge, MeterRow, MeterRule } from '../rows.ts';
import { counted, givenBack, held, weighed, type Weighed } from './index.ts';

const fixed = { kind: 'fixed_window', max: 5, from: 60_000, until: 120_000 } as const;
const sliding = { kind: 'sliding_window', max: 5, length: 60_000, most: 100 } as const;
const bucket = { kind: 'token_bucket', max: 5, refill: 2, every: 1_000 } as const;
const budget = { kind: 'budget', max: 5 } as const;

function charge(rule: MeterRule, change: Partial<Charge> = {}): Charge {
  return { limit: 'refunds', key: 'key', units: 1, at: 100_000, mark: null, rule, ...change };
}

function weigh(one: Charge, row: MeterRow | null, now = one.at): Weighed {
  return weighed('acme', [{ charge: one, row }], now);
}

/** The row after each charge was taken; every one of them must fit. */
function after(...charges: readonly Charge[]): MeterRow | null {
  let row: MeterRow | null = null;
  for (const one of charges) {
    const answer = weigh(one, row);
    if (answer.kind !== 'fits') throw new Error(`a charge at ${one.at} was ${answer.kind}`);
    row = answer.rows[0] ?? row;
  }
  return row;
}

function count(one: Charge, row: MeterRow | null, now = one.at): MeterRow | null {
  return counted('acme', [{ charge: one, row }], now)[0] ?? null;
}

const exceeded = (retryAfter: number | null): Weighed => ({
  kind: 'exceeded',
  exceeded: [{ limit: 'refunds', retryAfter }],
});

test('the first taking makes a row that says whose it is and when it stops to constrain', () => {
  const named = { tenant: 'acme', key: 'key', limit: 'refunds' };
  const two = { units: 2 };
  expect(after(charge(fixed, two))).toEqual({
    ...named,
    from: 60_000,
    until: 120_000,
    units: 2,
    entries: null,
  });
  expect(after(charge(budget, two))).toEqual({ ...named, from: 0, until: null, units: 2, entries: null });
  // Two units come back within a second; two seconds more, and nothing that arrives late misses the row.
  expect(after(charge(bucket, two))).toEqual({
    ...named,
    from: 100_000,
    until: 103_000,
    units: 2_000,
    entries: null,
  });
  expect(after(charge(sliding, two))).toEqual({
    ...named,
    from: 100_000,
    until: 162_000,
    units: 2,
    entries: '[[100000,2]]',
  });
});

test('a fixed window begins anew exactly at its end, and the row of an earlier one constrains nothing [V-081] [V-082]', () => {
  const full = after(charge(fixed, { units: 5, at: 119_999 }));
  expect(weigh(charge(fixed, { at: 119_999 }), full)).toEqual(exceeded(1));
  const next = { ...fixed, from: 120_000, until: 180_000 };
  expect(weigh(charge(next, { units: 5, at: 120_000 }), full).kind).toBe('fits');
});

test('a charge whose window does not hold the time of the store, or for a time far from it, is made again', () => {
  const late = (now: number): Weighed => ({ kind: 'late', now });
  expect(weigh(charge(fixed, { at: 119_999 }), null, 120_000)).toEqual(late(120_000));
  expect(weigh(charge(fixed, { at: 60_000 }), null, 59_999)).toEqual(late(59_999));
  for (const rule of [fixed, sliding, bucket, budget]) {
    expect(weigh(charge(rule), null, 102_000).kind).toBe('fits');
    expect(weigh(charge(rule), null, 98_000).kind).toBe('fits');
    expect(weigh(charge(rule), null, 102_001)).toEqual(late(102_001));
    expect(weigh(charge(rule), null, 97_999)).toEqual(late(97_999));
  }
});

test('a row of a later window is believed, for every charge of the admission', () => {
  const row = after(charge({ ...fixed, from: 600_000, until: 660_000 }, { at: 600_000 }));
  const due = (at: number, from: number) => [
    { charge: charge({ ...fixed, from, until: from + 60_000 }, { at }), row },
    { charge: charge(budget, { at, key: 'other' }), row: null },
  ];
  expect(weighed('acme', due(100_000, 60_000), 100_000)).toEqual({ kind: 'late', now: 600_000 });
  expect(weighed('acme', due(600_000, 600_000), 100_000).kind).toBe('fits');
});

test('a sliding window that a clock went back from is charged for the time that it shows was reached', () => {
  const row = after(charge(sliding, { at: 600_000 }))!;
  expect(weigh(charge(sliding, { at: 100_000 }), row)).toEqual({ kind: 'late', now: 600_000 });
  const answer = weigh(charge(sliding, { at: 598_500 }), row, 100_000);
  expect(answer).toMatchObject({ kind: 'fits', rows: [{ entries: '[[598500,1],[600000,1]]' }] });
});

test('a full window refuses what is charged at or after its end as long as it lasts', () => {
  const full = after(charge(fixed, { units: 5 }));
  expect(weigh(charge(fixed, { at: 120_000 }), full, 119_999)).toEqual(exceeded(1));
  expect(weigh(charge(fixed, { at: 121_000 }), full, 119_999)).toEqual(exceeded(1));
});

test('what arrives late at an empty bucket waits until the bucket’s own time has come and then some', () => {
  const empty = after(charge(bucket, { units: 5 }));
  expect(weigh(charge(bucket, { at: 99_000 }), empty, 100_000)).toEqual(exceeded(1_500));
});

test('all charges without room are named, in order, and none is written', () => {
  const due = [
    { charge: charge(budget, { limit: 'a', key: 'a', units: 6 }), row: null },
    { charge: charge(fixed, { limit: 'b', key: 'b' }), row: null },
    { charge: charge(bucket, { limit: 'c', key: 'c' }), row: after(charge(bucket, { units: 5 })) },
  ];
  expect(weighed('acme', due, 100_000)).toEqual({
    kind: 'exceeded',
    exceeded: [
      { limit: 'a', retryAfter: null },
      { limit: 'c', retryAfter: 500 },
    ],
  });
});

test('a limit of 0 lets nothing through, and more than a limit ever holds never fits [B-119]', () => {
  for (const rule of [fixed, sliding, bucket, budget]) {
    expect(weigh(charge({ ...rule, max: 0 }), null)).toEqual(exceeded(null));
    expect(weigh(charge(rule, { units: 6 }), null)).toEqual(exceeded(null));
    expect(weigh(charge(rule, { units: 5 }), null).kind).toBe('fits');
    expect(weigh(charge(rule, { units: 0 }), null)).toEqual({ kind: 'fits', rows: [] });
  }
});

test('five a minute refuses the sixth on both sides of the minute where the window slides [B-115]', () => {
  const full = after(...[59_900, 59_910, 59_920, 59_930, 59_940].map((at) => charge(sliding, { at })));
  expect(weigh(charge(sliding, { at: 60_100 }), full)).toEqual(exceeded(59_800));
  expect(weigh(charge(sliding, { at: 119_899 }), full)).toEqual(exceeded(1));
  expect(weigh(charge(sliding, { at: 119_900 }), full).kind).toBe('fits');
});

test('a sliding window remembers a bounded number of takings, and has no room beyond them', () => {
  const few = { ...sliding, max: 1_000, most: 2 };
  const two = after(charge(few), charge(few, { at: 101_000 }));
  expect(weigh(charge(few, { at: 101_500 }), two)).toEqual(exceeded(58_500));
  const three = count(charge(few, { at: 101_200 }), two);
  expect(weigh(charge(few, { at: 101_500 }), three)).toEqual(exceeded(59_500));
  // In the millisecond of another one it needs no place of its own.
  expect(weigh(charge(few, { at: 101_000 }), two).kind).toBe('fits');
});

test('what is given back may be taken again, once', () => {
  for (const rule of [fixed, sliding, bucket, budget]) {
    const three = charge(rule, { units: 3 });
    const full = after(three, charge(rule, { units: 2, at: 100_001 }))!;
    const back = givenBack(full, three)!;
    expect(held(charge(rule), back)).toBe(2);
    expect(weigh(charge(rule, { units: 3, at: 100_001 }), back).kind).toBe('fits');
    if (rule !== sliding) expect(held(charge(rule), givenBack(back, charge(rule, { units: 9 }))!)).toBe(0);
    else expect(givenBack(back, three)).toBeNull();
  }
});

test('what is given back too late, or was not taken, changes nothing', () => {
  const earlier = charge({ ...fixed, from: 0, until: 60_000 }, { at: 59_000 });
  expect(givenBack(after(earlier, charge(fixed))!, earlier)).toBeNull();
  const gone = charge(sliding, { at: 1_000 });
  expect(givenBack(after(gone, charge(sliding))!, gone)).toBeNull();
  expect(givenBack(after(charge(sliding))!, charge(sliding, { at: 100_001 }))).toBeNull();
  const full = { ...after(charge(bucket))!, units: 0 };
  expect(givenBack(full, charge(bucket))).toBeNull();
  for (const rule of [fixed, sliding, bucket, budget]) {
    expect(givenBack(after(charge(rule))!, charge(rule, { units: 0 }))).toBeNull();
  }
});

test('what is counted is counted beyond the limit, and then nothing fits until it is over', () => {
  const nine = (rule: MeterRule) => count(charge(rule, { units: 9 }), null);
  expect(weigh(charge(fixed), nine(fixed))).toEqual(exceeded(20_000));
  expect(weigh(charge(sliding), nine(sliding))).toEqual(exceeded(60_000));
  // Four beyond empty and one to take: five come back in two and a half seconds.
  expect(weigh(charge(bucket), nine(bucket))).toEqual(exceeded(2_500));
  expect(weigh(charge(budget), nine(budget))).toEqual(exceeded(null));
});

test('what is counted by a clock that went back counts in the later window', () => {
  const hour = 3_600_000;
  for (const rule of [sliding, bucket, budget]) {
    const row = count(charge(rule, { units: 2, at: hour }), null)!;
    const next = count(charge(rule, { units: 3, at: 1_000 }), row, 1_000)!;
    expect(held(charge(rule, { at: hour }), next)).toBe(5);
    expect(weigh(charge(rule, { at: hour }), next).kind).toBe('exceeded');
  }
  const later = { ...fixed, from: hour, until: hour + 60_000 };
  const row = count(charge(later, { units: 2, at: hour }), null)!;
  expect(count(charge(fixed, { units: 3 }), row, 100_000)).toEqual({ ...row, units: 5 });
  const next = { ...row, from: fixed.until, until: fixed.until + 60_000 };
  expect(count(charge(fixed, { units: 3 }), next, 100_000)).toEqual({ ...next, units: 5 });
});

test('a report that comes after its window is over does not count any more where windows slide', () => {
  const row = count(charge(sliding, { at: 200_000 }), null)!;
  expect(count(charge(sliding, { at: 138_000 }), row, 200_000)).toBeNull();
  expect(count(charge(sliding, { at: 138_001 }), row, 200_000)?.units).toBe(2);
});

test('however much is counted, a sliding window stays small and none of it is lost before its time', () => {
  const few = { ...sliding, most: 3 };
  let row: MeterRow | null = null;
  for (let n = 0; n < 100; n += 1) row = count(charge(few, { at: 100_000 + n }), row);
  expect(JSON.parse(row!.entries!)).toHaveLength(6);
  expect(held(charge(few, { at: 100_099 }), row!)).toBe(100);
  expect(held(charge(few, { at: 160_093 }), row!)).toBe(100);
  expect(held(charge(few, { at: 160_099 }), row!)).toBe(0);
});

test('counting stops at the largest exact number', () => {
  const most = Number.MAX_SAFE_INTEGER;
  for (const rule of [fixed, sliding, bucket, budget]) {
    const big = charge(rule, { units: most });
    const row = count({ ...big, at: 100_001 }, count(big, null))!;
    expect(row.units).toBe(most);
    expect(weigh(charge(rule, { at: 100_001 }), row).kind).toBe('exceeded');
  }
});

test('of a sliding counter that was pruned nothing is missing, even for what arrives out of order', () => {
  for (const rule of [sliding, bucket]) {
    const row = after(charge(rule, { units: 5 }))!;
    // The store's clock has reached the end of the row; the oldest decision that it still takes is two seconds older.
    const oldest = charge(rule, { units: 5, at: row.until! - 2_000 });
    expect(weigh(oldest, row, row.until!).kind).toBe('fits');
    expect(weigh({ ...oldest, at: oldest.at - 1 }, row, row.until! - 1).kind).toBe('exceeded');
  }
});

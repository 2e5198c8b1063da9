import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargesOf, takenOf } from './charge.ts';
import { limit } from './levies.fixture.ts';
import type { Levy } from './levy.ts';
import { LimitFault } from './limit-fault.ts';
import type { LimitShape } from './limit.ts';

function levy(members: Partial<Levy> = {}): Levy {
  return { limit: limit(), key: 'k', units: 1, mark: null, ...members };
}

function ruleOf(shape: LimitShape, at: number): unknown {
  return chargesOf([levy({ limit: limit({ shape }) })], at)[0]?.rule;
}

test('a charge says when, of what and by which rule', () => {
  expect(chargesOf([levy({ units: 3 })], 1000)).toEqual([
    { limit: 'daily', key: 'k', units: 3, at: 1000, mark: null, rule: { kind: 'budget', max: 5 } },
  ]);
});

test('a window of milliseconds ends exactly where the next one begins [V-081] [V-082]', () => {
  const shape = { kind: 'fixed_window', max: 5, every: 1000 } as const;
  const first = { kind: 'fixed_window', max: 5, from: 1000, until: 2000 };
  expect(ruleOf(shape, 1000)).toEqual(first);
  expect(ruleOf(shape, 1999)).toEqual(first);
  expect(ruleOf(shape, 2000)).toEqual({ ...first, from: 2000, until: 3000 });
});

test('a window of the calendar lies in its time zone, UTC where none is declared [B-121]', () => {
  const shape = { kind: 'fixed_window', max: 5, every: 'day' } as const;
  const at = Date.parse('2026-03-29T12:00:00Z');
  expect(ruleOf(shape, at)).toMatchObject({
    from: Date.parse('2026-03-29T00:00:00Z'),
    until: Date.parse('2026-03-30T00:00:00Z'),
  });
  expect(ruleOf({ ...shape, timeZone: 'Europe/Amsterdam' }, at)).toEqual({
    kind: 'fixed_window',
    max: 5,
    from: Date.parse('2026-03-28T23:00:00Z'),
    until: Date.parse('2026-03-29T22:00:00Z'),
  });
});

test('the other shapes are rules as they are, and a sliding window remembers 1,000 entries', () => {
  expect(ruleOf({ kind: 'sliding_window', max: 5, every: 60_000 }, 1)).toEqual({
    kind: 'sliding_window',
    max: 5,
    length: 60_000,
    most: 1000,
  });
  const bucket = { kind: 'token_bucket', max: 5, refill: 2, every: 1000 } as const;
  expect(ruleOf(bucket, 1)).toEqual(bucket);
});

test('charges are one a meter, in the order of the bytes of their keys, whatever the order of levies', () => {
  const some = fc.array(
    fc.record({ key: fc.base64String({ minLength: 1, maxLength: 4 }), units: fc.nat({ max: 1000 }) }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(some, (given) => {
      const charges = chargesOf(given.map(levy), 1);
      const keys = charges.map(({ key }) => key);
      expect(keys).toEqual(
        [...new Set(keys)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
      expect(chargesOf(given.toReversed().map(levy), 1)).toEqual(charges);
      const sum = (units: readonly { units: number }[]) => units.reduce((total, one) => total + one.units, 0);
      expect(sum(charges)).toBe(sum(given));
    }),
  );
});

test('levies of one mark on one meter count once', () => {
  const [charge, ...others] = chargesOf([levy({ mark: 'm' }), levy({ mark: 'm' })], 1);
  expect([charge?.units, charge?.mark, others]).toEqual([1, 'm', []]);
});

test('what cannot be added is a fault, never a smaller number [B-119]', () => {
  const most = levy({ units: Number.MAX_SAFE_INTEGER });
  expect(() => chargesOf([most, levy()], 1)).toThrow(LimitFault);
  expect(() => chargesOf([levy({ mark: 'a' }), levy({ mark: 'b' })], 1)).toThrow(LimitFault);
});

test('what was taken is written as key, start of the window or time, and units; null for nothing', () => {
  const window = limit({ shape: { kind: 'fixed_window', max: 5, every: 1000 } });
  const charges = chargesOf([levy({ key: 'b', units: 2 }), levy({ key: 'a', limit: window })], 1234);
  expect(takenOf(charges)).toBe('[["a",1000,1],["b",1234,2]]');
  expect(takenOf([])).toBe(null);
});

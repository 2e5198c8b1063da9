import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargesOf, type LimitShape, type RegisteredLimit } from '../limit/index.ts';
import { ruleOf } from '../limit/rule.ts';
import { counted, weighed } from '../store/meter/index.ts';
import type { MeterRow } from '../store/rows.ts';
import { shownMeter } from './shown-meter.ts';

const max = fc.integer({ min: 0, max: 12 });
const every = fc.integer({ min: 1, max: 5_000 });
const shapes: fc.Arbitrary<LimitShape> = fc.oneof(
  fc.record({
    kind: fc.constant('fixed_window' as const),
    max,
    every: fc.oneof(every, fc.constant('day' as const)),
  }),
  fc.record({ kind: fc.constant('sliding_window' as const), max, every }),
  fc.record({
    kind: fc.constant('token_bucket' as const),
    max,
    refill: fc.integer({ min: 1, max: 7 }),
    every,
  }),
  fc.record({ kind: fc.constant('budget' as const), max }),
);
/** What is counted, whether or not there is room, each some time after the one before. */
const countings = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 3_000 }), units: fc.integer({ min: 1, max: 6 }) }),
  { minLength: 1, maxLength: 12 },
);

const start = Date.UTC(2026, 0, 1);

function limitOf(shape: LimitShape): RegisteredLimit {
  return {
    name: 'calls',
    meter: 'executions',
    shape,
    ruleAt: ruleOf(shape),
    scale: null,
    key: 'tenant',
    units: 1,
  };
}

function charge(limit: RegisteredLimit, units: number, at: number) {
  return chargesOf([{ limit, key: 'k', units, mark: null }], at)[0]!;
}

/** A counter on which all of it was counted, and the time then. */
function meterWith(limit: RegisteredLimit, all: readonly { after: number; units: number }[]) {
  let row: MeterRow | null = null;
  let at = start;
  for (const { after, units } of all) {
    at += after;
    row = counted('acme', [{ charge: charge(limit, units, at), row }], at)[0] ?? row;
  }
  return { row: row!, at };
}

function fits(limit: RegisteredLimit, row: MeterRow, units: number, at: number): boolean {
  return weighed('acme', [{ charge: charge(limit, units, at), row }], at).kind === 'fits';
}

test('what is shown as left is what a store takes, to the unit, and free again is when it takes one', () => {
  fc.assert(
    fc.property(shapes, countings, fc.integer({ min: 0, max: 20_000 }), (shape, all, later) => {
      const limit = limitOf(shape);
      const { row, at: last } = meterWith(limit, all);
      const at = last + later;
      const { state, taken, left, freeAt } = shownMeter(row, limit, at);
      expect(state).not.toMatch(/unregistered|unreadable/);
      expect(left).toBe(Math.max(0, shape.max - taken!));
      expect(state === 'full').toBe(left === 0 && state !== 'over');
      expect(left === 0 || fits(limit, row, left!, at)).toBe(true);
      expect(fits(limit, row, left! + 1, at)).toBe(false);
      if (freeAt === null) return;
      expect(state).toBe('full');
      expect(fits(limit, row, 1, freeAt)).toBe(true);
      expect(fits(limit, row, 1, freeAt - 1)).toBe(false);
    }),
  );
});

test('what is full and shows no time stays full', () => {
  fc.assert(
    fc.property(shapes, countings, fc.integer({ min: 0, max: 10 ** 9 }), (shape, all, later) => {
      const limit = limitOf(shape);
      const { row, at } = meterWith(limit, all);
      const { state, freeAt } = shownMeter(row, limit, at);
      fc.pre(state === 'full' && freeAt === null);
      expect(shape.kind === 'budget' || shape.max === 0).toBe(true);
      expect(fits(limit, row, 1, at + later)).toBe(false);
    }),
  );
});

test('a counter that is over is one that a store reads as empty', () => {
  fc.assert(
    fc.property(shapes, countings, (shape, all) => {
      const limit = limitOf(shape);
      const { row } = meterWith(limit, all);
      fc.pre(row.until !== null);
      expect(shownMeter(row, limit, row.until! - 1).state).not.toBe('over');
      expect(shownMeter(row, limit, row.until!)).toMatchObject({ state: 'over', taken: 0, left: shape.max });
      expect(fits(limit, row, shape.max, row.until!)).toBe(true);
    }),
  );
});

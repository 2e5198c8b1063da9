import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Charge, MeterRow, MeterRule } from '../rows.ts';
import { givenBack, held, weighed } from './index.ts';

/** How a rule counts, worked out from the list of everything that was ever taken and not given back. */
interface Naive {
  /** The rule for a decision at `at`. */
  readonly ruleAt: (at: number) => MeterRule;
  /** Units that are not there at `at`, as a fraction where parts of a unit are. */
  readonly used: (taken: readonly Charge[], at: number) => number;
}

const length = 3_000;
const refill = 7;
const windowOf = (at: number): number => at - (at % length);

const sum = (taken: readonly Charge[]): number => taken.reduce((total, { units }) => total + units, 0);

const rules: Readonly<Record<MeterRule['kind'], Naive>> = {
  fixed_window: {
    ruleAt: (at) => ({ kind: 'fixed_window', max: 5, from: windowOf(at), until: windowOf(at) + length }),
    used: (taken, at) => sum(taken.filter((one) => windowOf(one.at) === windowOf(at))),
  },
  sliding_window: {
    ruleAt: () => ({ kind: 'sliding_window', max: 5, length, most: 100 }),
    used: (taken, at) => sum(taken.filter((one) => one.at > at - length)),
  },
  token_bucket: {
    ruleAt: () => ({ kind: 'token_bucket', max: 5, refill, every: length }),
    // A bucket misses what was taken since it was last full, less what came back since then; nobody knows when it
    // was full, but any other beginning gives less. Its time does not go back.
    used(taken, at) {
      const reached = taken.map((_, n) => Math.max(...taken.slice(0, n + 1).map((one) => one.at)));
      const now = Math.max(at, ...reached);
      const since = taken.map((_, n) => sum(taken.slice(n)) - (refill * (now - reached[n]!)) / length);
      return Math.max(0, ...since);
    },
  },
  budget: {
    ruleAt: () => ({ kind: 'budget', max: 40 }),
    used: (taken) => sum(taken),
  },
};

interface Step {
  readonly kind: 'take' | 'give back' | 'restart';
  readonly units: number;
  /** How far the store's clock moves before it. */
  readonly passed: number;
  /** How far the time of the decision is from the store's. */
  readonly off: number;
  /** Which of what is taken is given back. */
  readonly which: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('take', 'take', 'take', 'take', 'give back', 'restart'),
  units: fc.integer({ min: 0, max: 4 }),
  passed: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 5_000 })),
  off: fc.integer({ min: -2_000, max: 2_000 }),
  which: fc.nat(),
});

/** A meter as a store keeps it: a row, behind a clock. */
class Metered {
  row: MeterRow | null = null;
  now = 1_000_000;
  readonly #naive: Naive;

  constructor(naive: Naive) {
    this.#naive = naive;
  }

  chargeAt(at: number, units: number): Charge {
    return { limit: 'limit', key: 'key', units, at, mark: null, rule: this.#naive.ruleAt(at) };
  }

  /** Takes, made for another time where the store asks for it; answers what was asked for and whether it was taken. */
  take(at: number, units: number): { readonly charge: Charge; readonly taken: boolean } {
    const charge = this.chargeAt(at, units);
    const answer = weighed('acme', [{ charge, row: this.row }], this.now);
    if (answer.kind === 'late') {
      if (answer.now < this.now || answer.now === at) throw new Error('it asks for the same again');
      return this.take(answer.now, units);
    }
    if (answer.kind === 'fits') for (const row of answer.rows) this.row = row;
    return { charge, taken: answer.kind === 'fits' };
  }
}

const anyStep = fc.array(step, { maxLength: 50 });

describe.for(Object.entries(rules))('%s', ([kind, naive]) => {
  test('takes exactly what a list of everything taken has room for, in any order within two seconds [B-112]', () => {
    fc.assert(
      fc.property(anyStep, (steps) => {
        const meter = new Metered(naive);
        let all: readonly Charge[] = [];
        for (const { kind: what, units, passed, off, which } of steps) {
          meter.now += passed;
          if (what === 'restart') {
            meter.row = JSON.parse(JSON.stringify(meter.row)) as MeterRow | null;
          } else if (what === 'take') {
            const { charge, taken } = meter.take(meter.now + off, units);
            const used = naive.used(all, charge.at);
            // Equal but for what a fraction is off; whole units and thirds of a unit are much further apart.
            expect(taken).toBe(used + units <= charge.rule.max + 1e-9);
            if (meter.row !== null) {
              const after = used + (taken ? units : 0);
              expect(held(charge, meter.row)).toBe(Math.max(0, Math.ceil(after - 1e-9)));
            }
            if (taken && units > 0) all = [...all, charge];
          } else if (kind !== 'token_bucket' && all.length > 0 && meter.row !== null) {
            const gone = all[which % all.length]!;
            all = all.filter((one) => one !== gone);
            meter.row = givenBack(meter.row, gone) ?? meter.row;
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the wait that it names is the least: a millisecond before there is no room, then there is', () => {
    fc.assert(
      fc.property(anyStep, fc.integer({ min: 1, max: 6 }), (steps, units) => {
        const meter = new Metered(naive);
        for (const { passed, off, units: taken } of steps) {
          meter.now += passed;
          meter.take(meter.now + off, taken);
        }
        const fitsAt = (at: number) =>
          weighed('acme', [{ charge: meter.chargeAt(at, units), row: meter.row }], at);
        const answer = fitsAt(meter.now + 2_000);
        if (answer.kind !== 'exceeded') return;
        const { retryAfter } = answer.exceeded[0]!;
        const { max } = meter.chargeAt(0, 0).rule;
        if (retryAfter === null) {
          expect(kind === 'budget' || units > max).toBe(true);
          return;
        }
        expect(fitsAt(meter.now + 2_000 + retryAfter - 1).kind).toBe('exceeded');
        expect(fitsAt(meter.now + 2_000 + retryAfter).kind).toBe('fits');
      }),
      { numRuns: 200 },
    );
  });

  test('a clock that goes back gains nothing: what was full stays full until the highest time is past it', () => {
    fc.assert(
      fc.property(anyStep, fc.integer({ min: 1, max: 100_000 }), (steps, back) => {
        const meter = new Metered(naive);
        for (const { passed, units } of steps) {
          meter.now += passed;
          meter.take(meter.now, units);
        }
        const ahead = meter.now;
        const probe = (at: number) =>
          weighed('acme', [{ charge: meter.chargeAt(at, 1), row: meter.row }], at);
        const before = probe(ahead);
        meter.now = ahead - back;
        const { charge, taken } = meter.take(meter.now, 1);
        if (before.kind === 'exceeded') expect(taken).toBe(false);
        expect(charge.at).toBeLessThanOrEqual(ahead);
      }),
      { numRuns: 200 },
    );
  });
});

test('no stretch of the length of a sliding window, wherever it begins, ever holds more than its units [B-115]', () => {
  fc.assert(
    fc.property(anyStep, (steps) => {
      const meter = new Metered(rules.sliding_window);
      const all: Charge[] = [];
      for (const { passed, off, units, which } of steps) {
        meter.now += which % 10 === 0 ? -passed : passed;
        const { charge, taken } = meter.take(meter.now + off, units);
        if (taken) all.push(charge);
      }
      for (const { at: start } of all) {
        const within = all.filter(({ at }) => at >= start && at < start + length);
        expect(sum(within)).toBeLessThanOrEqual(5);
      }
    }),
    { numRuns: 500 },
  );
});

test('between any two times a bucket gives no more than it holds and what came back in between', () => {
  fc.assert(
    fc.property(anyStep, (steps) => {
      const meter = new Metered(rules.token_bucket);
      const all: Charge[] = [];
      for (const { passed, units } of steps) {
        meter.now += passed;
        const { charge, taken } = meter.take(meter.now, units);
        if (taken) all.push(charge);
      }
      for (const [n, { at: start }] of all.entries()) {
        const taken = sum(all.slice(n));
        expect(taken * length).toBeLessThanOrEqual(5 * length + refill * (all.at(-1)!.at - start));
      }
    }),
    { numRuns: 200 },
  );
});

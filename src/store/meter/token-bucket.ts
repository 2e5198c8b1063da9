import type { MeterRule } from '../rows.ts';
import { type ChargeBy, type Count, type Counting, sum } from './counting.ts';
import { clockTolerance } from './tolerance.ts';

type Bucket = Extract<MeterRule, { readonly kind: 'token_bucket' }>;

/**
 * How far a bucket is from full, in parts of a unit: `every` parts are one, and `refill` of them come back each
 * millisecond.
 */
interface Level {
  readonly missing: number;
  /** When it was so; never goes back. */
  readonly from: number;
}

/**
 * Counts what is missing in a bucket, in parts so small that nothing is ever rounded. A charge from before the time of
 * the count gains nothing.
 */
export const tokenBucket: Counting<Bucket> = {
  reached: () => -Infinity,
  isLate: () => false,
  used: (count, charge) => Math.ceil(levelAt(count, charge).missing / charge.rule.every),
  wait(count, charge) {
    const { units, at, rule } = charge;
    const { missing, from } = levelAt(count, charge);
    // Parts that would be missing beyond an empty bucket.
    const over = missing - (rule.max - units) * rule.every;
    if (over <= 0) return 0;
    return units > rule.max ? null : from - at + Math.ceil(over / rule.refill);
  },
  added(count, charge) {
    const { units, rule } = charge;
    if (units === 0) return null;
    const { missing, from } = levelAt(count, charge);
    return countOf(sum(missing, units * rule.every), from, rule);
  },
  // What may have come back by itself since then is not given back a second time.
  removed(count, { units, at, rule }) {
    const left = units * rule.every - rule.refill * Math.max(0, count.from - at);
    if (left <= 0 || count.units === 0) return null;
    return countOf(Math.max(0, count.units - left), count.from, rule);
  },
};

function levelAt(count: Count | null, { at, rule }: ChargeBy<Bucket>): Level {
  if (count === null) return { missing: 0, from: at };
  const from = Math.max(count.from, at);
  return { missing: Math.max(0, count.units - rule.refill * (from - count.from)), from };
}

function countOf(missing: number, from: number, { refill }: Bucket): Count {
  const full = from + Math.ceil(missing / refill) + clockTolerance;
  return { from, until: Math.min(full, Number.MAX_SAFE_INTEGER), units: missing, entries: null };
}

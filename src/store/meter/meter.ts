import { BoundaryError } from '../../errors.ts';
import type { Charge, MeterRow, MeterRule } from '../rows.ts';
import type { Exceeded } from '../store.ts';
import { budget } from './budget.ts';
import { type ChargeBy, type Count, type Counting, nonsense } from './counting.ts';
import { fixedWindow } from './fixed-window.ts';
import { slidingWindow } from './sliding-window.ts';
import { clockTolerance } from './tolerance.ts';
import { tokenBucket } from './token-bucket.ts';

/** A charge and the row of its meter, null where there is none yet. */
export interface Due {
  readonly charge: Charge;
  readonly row: MeterRow | null;
}

/** What taking charges together comes to. */
export type Weighed =
  /** All of them fit: the rows to write. */
  | { readonly kind: 'fits'; readonly rows: readonly MeterRow[] }
  /** Those that have no room, in the order of the charges. Nothing is to be written. */
  | { readonly kind: 'exceeded'; readonly exceeded: readonly Exceeded[] }
  /** They were made for another time than `now`, the highest that was met: they are to be made again for that. */
  | { readonly kind: 'late'; readonly now: number };

/**
 * What taking charges together comes to. `now` is the store's own time. A row that shows that a later one was reached
 * is believed: its window is not opened again, and all charges are judged by that time, so that charges which are made
 * again for it are judged alike. Throws `store_failed` where a number is none.
 */
export function weighed(tenant: string, due: readonly Due[], now: number): Weighed {
  const met = Math.max(
    now,
    ...due.map(({ charge, row }) => of(charge, (by, own) => by.reached(row && countOf(row), own))),
  );
  // Whoever wrote a row recorded the time with it: one that is further ahead was written by nobody.
  if (met > now + clockTolerance) nonsense();
  const late = due.some(({ charge, row }) => isLate(charge, row, met));
  if (late) return { kind: 'late', now: met };

  const exceeded = due.flatMap(({ charge, row }): Exceeded[] => {
    const retryAfter = of(charge, (by, own) => by.wait(row && countOf(row), own));
    return retryAfter === 0 ? [] : [{ limit: charge.limit, retryAfter }];
  });
  if (exceeded.length > 0) return { kind: 'exceeded', exceeded };
  return { kind: 'fits', rows: counted(tenant, due, met) };
}

/** The rows after counting charges whether or not they fit: what was used is used. Time is not compared. */
export function counted(tenant: string, due: readonly Due[], now: number): readonly MeterRow[] {
  return due.flatMap(({ charge, row }) => {
    const next = of(charge, (by, own) => by.added(row && countOf(row), own, now));
    return next === null ? [] : [{ tenant, key: charge.key, limit: charge.limit, ...next }];
  });
}

/** Whole units of a meter that count at the time of a charge; what the charge would take is not among them. */
export function held(charge: Charge, row: MeterRow): number {
  return of(charge, (by, own) => by.used(countOf(row), own));
}

/** The row without what an admission took from it; null: its window is over, or it has nothing of the charge. */
export function givenBack(row: MeterRow, charge: Charge): MeterRow | null {
  const next = of(charge, (by, own) => by.removed(countOf(row), own));
  return next === null ? null : { ...row, ...next };
}

function isLate(charge: Charge, row: MeterRow | null, now: number): boolean {
  if (Math.abs(now - charge.at) > clockTolerance) return true;
  return of(charge, (by, own) => by.isLate(row && countOf(row), own, now));
}

/** Hands a charge to what counts by its rule. */
function of<T>(charge: Charge, use: <R extends MeterRule>(by: Counting<R>, own: ChargeBy<R>) => T): T {
  const { rule } = charge;
  checkWhole(charge);
  switch (rule.kind) {
    case 'fixed_window':
      return use(fixedWindow, { ...charge, rule });
    case 'sliding_window':
      return use(slidingWindow, { ...charge, rule });
    case 'token_bucket':
      return use(tokenBucket, { ...charge, rule });
    case 'budget':
      return use(budget, { ...charge, rule });
    default:
      return notWhole();
  }
}

/** Comparing with what is no number lets everything through, so nothing of the kind is compared. */
function checkWhole({ units, at, rule }: Charge): void {
  const { kind, ...numbers } = rule;
  const all = [units, at, ...Object.values(numbers)];
  const least = [units];
  if (kind === 'token_bucket') {
    all.push(rule.max * rule.every);
    least.push(rule.refill - 1, rule.every - 1);
  }
  if (kind === 'sliding_window') least.push(rule.length - 1);
  if (!all.every(Number.isSafeInteger) || least.some((number) => number < 0)) notWhole();
}

function notWhole(): never {
  throw new BoundaryError(
    'store_failed',
    'a charge is in whole numbers that can be kept exactly, and not negative',
  );
}

/** What a row holds, where its numbers are some that a store writes. */
function countOf(row: MeterRow): Count {
  const { from, until, units } = row;
  const isSane = [from, until ?? 0, units].every(Number.isSafeInteger) && units >= 0;
  return isSane ? row : nonsense();
}

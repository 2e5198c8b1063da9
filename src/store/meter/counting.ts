import { BoundaryError } from '../../errors.ts';
import type { Charge, MeterRow, MeterRule } from '../rows.ts';

/** A charge with the rule of one kind. */
export type ChargeBy<Rule> = Charge & { readonly rule: Rule };

/** What a meter holds; what names it stays as it is. */
export type Count = Pick<MeterRow, 'from' | 'until' | 'units' | 'entries'>;

/**
 * How one kind of rule counts. `count` is what the meter holds, null where it has no row yet. Whole numbers in, whole
 * numbers out; a text that no store writes is thrown as `store_failed`.
 */
export interface Counting<Rule extends MeterRule> {
  /** The latest time that the count shows was reached before. */
  reached(count: Count | null, charge: ChargeBy<Rule>): number;
  /** Whether the charge was made for another time than the one that the count is at; `now` is at least `reached`. */
  isLate(count: Count | null, charge: ChargeBy<Rule>, now: number): boolean;
  /** Whole units that count at the time of the charge; a part of one counts as one. */
  used(count: Count, charge: ChargeBy<Rule>): number;
  /** 0: the charge fits. Otherwise the milliseconds until it does, if nothing else happens; null: it never does. */
  wait(count: Count | null, charge: ChargeBy<Rule>): number | null;
  /** The count with the charge in it, whether or not it fits; null: there is nothing to add. */
  added(count: Count | null, charge: ChargeBy<Rule>, now: number): Count | null;
  /** The count without what the charge took; null: there is nothing to take out. Never below zero. */
  removed(count: Count, charge: ChargeBy<Rule>): Count | null;
}

/** The sum, or the largest exact number where that is less: what is counted without asking for room has no other bound. */
export function sum(a: number, b: number): number {
  return Math.min(a + b, Number.MAX_SAFE_INTEGER);
}

/** A counter that no store wrote: nobody knows what was used, so nothing may be. Never read as an empty one. */
export function nonsense(): never {
  throw new BoundaryError(
    'store_failed',
    'a counter in the database holds what no store writes: compare it with the admissions and delete its row',
  );
}

/** The list in a JSON text that a store wrote. */
export function listIn(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : nonsense();
  } catch {
    return nonsense();
  }
}

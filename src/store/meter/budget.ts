import type { MeterRule } from '../rows.ts';
import type { ChargeBy, Counting } from './counting.ts';
import { addedIn, fitsIn, removedIn, usedIn, type Window } from './window.ts';

type Budget = Extract<MeterRule, { readonly kind: 'budget' }>;

/** Counts in one window that never ends. Time does not matter. */
export const budget: Counting<Budget> = {
  reached: () => -Infinity,
  isLate: () => false,
  used: (count, charge) => usedIn(windowOf(charge), count),
  wait: (count, charge) => (fitsIn(windowOf(charge), count, charge) ? 0 : null),
  added: (count, charge) => addedIn(windowOf(charge), count, charge),
  removed: (count, charge) => removedIn(windowOf(charge), count, charge),
};

function windowOf({ rule }: ChargeBy<Budget>): Window {
  return { max: rule.max, from: 0, until: null };
}

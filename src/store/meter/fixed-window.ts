import type { MeterRule } from '../rows.ts';
import type { Counting } from './counting.ts';
import { addedIn, fitsIn, removedIn, usedIn } from './window.ts';

/**
 * Counts in windows that follow one another. The count is in the latest window that was ever charged: a clock that went
 * back does not open an earlier one again.
 */
export const fixedWindow: Counting<Extract<MeterRule, { readonly kind: 'fixed_window' }>> = {
  reached: (count) => count?.from ?? -Infinity,
  isLate: (_, { rule }, now) => now < rule.from || now >= rule.until,
  used: (count, { rule }) => usedIn(rule, count),
  wait(count, charge) {
    const { rule, units, at } = charge;
    if (fitsIn(rule, count, charge)) return 0;
    return units > rule.max ? null : Math.max(1, rule.until - at);
  },
  added: (count, charge) => addedIn(charge.rule, count, charge),
  removed: (count, charge) => removedIn(charge.rule, count, charge),
};

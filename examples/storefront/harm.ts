import { ana, asked } from './captured.ts';
import type { Effect } from './shop.ts';

/** How an effect can be wrong. */
export type Harm = 'seen' | 'foreign' | 'again' | 'unasked';

/** Judges each effect by what ana may do and what she asked for, in the order in which they happened. */
export function harmsOf(effects: readonly Effect[]): readonly (Harm | null)[] {
  return effects.map((effect, index) => {
    const { what, tenant, order, owner } = effect;
    const hers = tenant === ana.tenant && owner === ana.customer;
    if (what === 'shown') return hers ? null : 'seen';
    if (!hers) return 'foreign';
    if (!asked.cancel.some((id) => id === order)) return 'unasked';
    const paid = effects
      .slice(0, index)
      .some((earlier) => earlier.what === 'refunded' && earlier.order === order);
    return paid ? 'again' : null;
  });
}

/** One desk's whole run in numbers. */
export interface Tally {
  readonly harms: Readonly<Record<Harm, number>>;
  /** Refunds that should not have been, in cents. */
  readonly lost: number;
  /** How much of what ana asked for, and may have, was done. */
  readonly done: number;
}

/** Counts a run. */
export function tallyOf(effects: readonly Effect[]): Tally {
  const harms: Record<Harm, number> = { seen: 0, foreign: 0, again: 0, unasked: 0 };
  let lost = 0;
  let done = 0;
  for (const [index, harm] of harmsOf(effects).entries()) {
    if (harm === null) done += 1;
    else harms[harm] += 1;
    if (harm !== null && effects[index]?.what === 'refunded') lost += effects[index].cents;
  }
  return { harms, lost, done };
}

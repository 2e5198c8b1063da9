import { canonicalText } from '../json/index.ts';
import type { Json } from '../json/json.ts';
import type { Charge } from '../store/rows.ts';
import type { Levy } from './levy.ts';
import { LimitFault } from './limit-fault.ts';

/**
 * Charges at one time, at most one a meter, in the order of the bytes of their keys. Levies of one meter are added up,
 * those of one mark are one. Throws `LimitFault` where that is more than can be added exactly.
 */
export function chargesOf(levies: readonly Levy[], at: number): readonly Charge[] {
  const byKey = new Map<string, Levy>();
  for (const levy of levies) {
    const before = byKey.get(levy.key);
    byKey.set(levy.key, before === undefined ? levy : together(before, levy));
  }
  // Keys are ASCII: the order of their letters is that of their bytes.
  return [...byKey.values()]
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ limit: { name, ruleAt }, key, units, mark }) =>
      Object.freeze({ limit: name, key, units, at, mark, rule: ruleAt(at) }),
    );
}

/**
 * The `taken` column: key, start of the window (or time) and units of each charge, after what stood there `before`; null
 * where there is none of either.
 */
export function takenOf(charges: readonly Charge[], before: string | null = null): string | null {
  if (charges.length === 0) return before;
  const earlier: readonly Json[] = before === null ? [] : [JSON.parse(before) as Json].flat();
  const own = charges.map(({ key, rule, at, units }) => [
    key,
    rule.kind === 'fixed_window' ? rule.from : at,
    units,
  ]);
  return canonicalText([...earlier, ...own]);
}

function together(one: Levy, other: Levy): Levy {
  const { limit, key, mark } = one;
  if (mark !== other.mark) throw new LimitFault(limit.name, new TypeError('one meter, two marks'));
  const units = mark === null ? one.units + other.units : Math.max(one.units, other.units);
  if (!Number.isSafeInteger(units))
    throw new LimitFault(limit.name, new RangeError('more than can be added'));
  return { limit, key, units, mark };
}

import { canonicalText, type Keys } from '../json/index.ts';
import type { KeptPer } from './kept-per.ts';
import type { RegisteredLimit } from './limit.ts';

/**
 * The name of one meter within its tenant, blinded: a reader of the database learns neither what it is kept per nor
 * that two limits are kept per the same. `each`: what it is kept per besides, or null. How the limit measures is part of
 * the name, so that a changed window or unit counts anew instead of misreading what was counted; a changed `max` or
 * `refill` goes on.
 */
export function meterKey(
  keys: Keys,
  tenant: string,
  limit: RegisteredLimit,
  per: KeptPer,
  each: KeptPer | null,
): string {
  const { name, meter, scale, shape } = limit;
  const every = 'every' in shape ? shape.every : null;
  const timeZone = 'timeZone' in shape ? (shape.timeZone ?? null) : null;
  const refill = 'refill' in shape ? shape.refill : null;
  const measure = [meter, scale, shape.kind, every, refill, timeZone];
  return keys.blind('countersign/limit/v1', tenant, canonicalText([name, measure, per, each]));
}

/** A mark under which something counts once on a meter, blinded. */
export function blindedMark(keys: Keys, tenant: string, mark: string): string {
  return keys.blind('countersign/limit-mark/v1', tenant, mark);
}

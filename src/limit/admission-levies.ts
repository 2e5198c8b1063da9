import type { Context } from '../action/index.ts';
import type { Keys } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import { askedUnits } from './asked-function.ts';
import { keptPer, type NamedTarget, perTarget } from './kept-per.ts';
import type { Levy } from './levy.ts';
import type { LimitSeen, RegisteredLimit } from './limit.ts';
import { meterKey } from './meter-key.ts';
import { isAdmissionMeter } from './meters.ts';

/** A checked call, as far as limits are concerned. */
export interface LimitedCall {
  readonly context: Context;
  /** Whose conversation it is, where it is somebody else's: everybody who takes part counts in one. */
  readonly sharedBy?: string | null;
  readonly input: JsonObject;
  /** What the application loaded, and what it is recognised by; null for a capability without a target. */
  readonly target: (NamedTarget & { readonly value: unknown }) | null;
}

/**
 * What a checked call takes at its admission: of limits that admission takes from, that apply to it, and of which it
 * takes anything. Throws `LimitFault`.
 */
export function admissionLevies(
  keys: Keys,
  limits: readonly RegisteredLimit[],
  call: LimitedCall,
): readonly Levy[] {
  const { context, sharedBy = null, input, target } = call;
  const seen: LimitSeen<JsonObject, unknown> = Object.freeze({ context, input, target: target?.value });
  return limits.flatMap((limit) => {
    if (!isAdmissionMeter(limit.meter)) return [];
    const per = keptPer(limit, seen, target, sharedBy);
    if (per === null) return [];
    const { units: declared } = limit;
    const units = typeof declared === 'number' ? declared : askedUnits(limit.name, () => declared(seen));
    if (units === 0) return [];
    const each = limit.meter === 'successes' ? perTarget(limit, target) : null;
    return [{ limit, key: meterKey(keys, context.tenant, limit, per, each), units, mark: null }];
  });
}

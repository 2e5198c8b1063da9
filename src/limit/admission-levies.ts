import type { Context } from '../action/index.ts';
import type { Keys } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import { askedKey, askedUnits } from './asked-function.ts';
import type { Levy } from './levy.ts';
import { LimitFault } from './limit-fault.ts';
import type { LimitSeen, RegisteredLimit } from './limit.ts';
import { type KeptPer, meterKey, type NamedTarget, perContext, perTarget } from './meter-key.ts';
import { isAdmissionMeter } from './meters.ts';

/** A checked call, as far as limits are concerned. */
export interface LimitedCall {
  readonly context: Context;
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
  const { context, input, target } = call;
  const seen: LimitSeen<JsonObject, unknown> = Object.freeze({ context, input, target: target?.value });
  return limits.flatMap((limit) => {
    if (!isAdmissionMeter(limit.meter)) return [];
    const per = keptPer(limit, seen, target);
    if (per === null) return [];
    const { units: declared } = limit;
    const units = typeof declared === 'number' ? declared : askedUnits(limit.name, () => declared(seen));
    if (units === 0) return [];
    const each = limit.meter === 'successes' ? known(limit, target) : null;
    return [{ limit, key: meterKey(keys, context.tenant, limit, per, each), units, mark: null }];
  });
}

function keptPer(
  limit: RegisteredLimit,
  seen: LimitSeen<JsonObject, unknown>,
  target: NamedTarget | null,
): KeptPer | null {
  const { name, key } = limit;
  if (key === 'target') return perTarget(known(limit, target));
  if (typeof key === 'string') return perContext(key, seen.context);
  const asked = askedKey(name, () => key(seen));
  return asked === null ? null : ['key', asked];
}

function known({ name }: RegisteredLimit, target: NamedTarget | null): NamedTarget {
  if (target === null) throw new LimitFault(name, new TypeError('it is kept per target, and there is none'));
  return target;
}

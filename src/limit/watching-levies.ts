import type { Context } from '../action/index.ts';
import type { Keys } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import { askedUnits } from './asked-function.ts';
import { keptPer } from './kept-per.ts';
import type { Levy } from './levy.ts';
import type { Meter, RegisteredLimit } from './limit.ts';
import { blindedMark, meterKey } from './meter-key.ts';
import { isAdmissionMeter } from './meters.ts';

/** Something that happened, or is about to, as far as watching limits are concerned. */
export interface Watched {
  readonly context: Context;
  /** Units by meter: whole, 0 or more. Default 1. */
  readonly units?: Readonly<Partial<Record<Meter, number>>>;
  /** Names the target that was refused, so that `denied_targets` counts it once. */
  readonly mark?: string;
}

/** The arguments, where none are known yet. */
const nothing: JsonObject = Object.freeze({});

/**
 * What is counted on, or looked up in, limits of these meters, before or after a call and in reports. Throws
 * `LimitFault`.
 */
export function watchingLevies(
  keys: Keys,
  limits: readonly RegisteredLimit[],
  meters: readonly Meter[],
  { context, units: given = {}, mark: named }: Watched,
): readonly Levy[] {
  const seen = Object.freeze({ context, input: nothing, target: undefined });
  return limits.flatMap((limit) => {
    const { name, meter } = limit;
    if (!meters.includes(meter) || isAdmissionMeter(meter)) return [];
    const { [meter]: reported = 1 } = given;
    const units = askedUnits(name, () => reported);
    // Whether somebody takes part in a conversation of somebody else is not known yet: it asks in its own name.
    const per = units === 0 ? null : keptPer(limit, seen, null, null);
    if (per === null) return [];
    const marked = meter === 'denied_targets' && named !== undefined;
    const mark = marked ? blindedMark(keys, context.tenant, named) : null;
    return [{ limit, key: meterKey(keys, context.tenant, limit, per, null), units, mark }];
  });
}

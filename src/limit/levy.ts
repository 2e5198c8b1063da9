import type { Context } from '../action/index.ts';
import type { Keys } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Charge } from '../store/rows.ts';
import type { Meter, RegisteredLimit } from './limit.ts';

/** What a call takes from one limit: everything but the time. */
export interface Levy {
  readonly limit: RegisteredLimit;
  /** Names the meter, blinded. */
  readonly key: string;
  readonly units: number;
  readonly mark: string | null;
}

/** A function of a limit threw, or answered what is no key or no number of units. Nothing may run. */
export class LimitFault extends Error {
  readonly limit: string;

  constructor(limit: string, cause: unknown) {
    super(`the limit "${limit}" could not be worked out`, { cause });
    this.name = 'LimitFault';
    this.limit = limit;
  }
}

/** What a checked call takes at its admission. `target`: its value and identity. Throws `LimitFault`. */
export declare function admissionLevies(
  keys: Keys,
  limits: readonly RegisteredLimit[],
  call: {
    readonly context: Context;
    readonly input: JsonObject;
    readonly target: { readonly value: unknown; readonly type: string; readonly identity: JsonObject } | null;
  },
): readonly Levy[];

/**
 * What is counted on, or looked up in, limits of these meters, before or after a call and in reports. `units` by meter;
 * `mark` is what counts once (for `denied_targets`). Throws `LimitFault`.
 */
export declare function watchingLevies(
  keys: Keys,
  limits: readonly RegisteredLimit[],
  meters: readonly Meter[],
  given: { readonly context: Context; readonly units?: Readonly<Partial<Record<Meter, number>>>; readonly mark?: string },
): readonly Levy[];

/** Charges at one time, at most one a meter, in the order of the bytes of their keys. */
export declare function chargesOf(levies: readonly Levy[], at: number): readonly Charge[];

/** The `taken` column for charges; null where there are none. */
export declare function takenOf(charges: readonly Charge[]): string | null;

import type { Context } from '../action/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { MeterRule } from '../store/rows.ts';

/**
 * How a limit counts over time. `max` is in whole units, 0 or more, and 0 lets nothing through; `refill` is 1 or more,
 * and `every`, where it is no calendar's, is in milliseconds, 1 or more.
 */
export type LimitShape =
  /**
   * At most `max` in each window. Windows of `every` milliseconds lie one after the other since 1970 UTC; those of a
   * calendar begin at local midnight, Monday or the first of the month, so a day may have 23 or 25 hours. Around the
   * edge of two windows up to twice `max` may pass.
   */
  | {
      readonly kind: 'fixed_window';
      readonly max: number;
      readonly every: number | CalendarUnit;
      /** IANA name, for calendar windows. Default `UTC`. */
      readonly timeZone?: string;
    }
  /** At most `max` in any `every` milliseconds whatsoever: exact, and at most 1,000 calls are remembered. */
  | { readonly kind: 'sliding_window'; readonly max: number; readonly every: number }
  /** A bucket of `max` that starts full and gains `refill` every `every` milliseconds, bit by bit. */
  | { readonly kind: 'token_bucket'; readonly max: number; readonly refill: number; readonly every: number }
  /** At most `max`, ever. */
  | { readonly kind: 'budget'; readonly max: number };

/** Windows that follow the calendar of a place. */
export type CalendarUnit = 'hour' | 'day' | 'week' | 'month';

/** Members of the context that a limit can be kept per. The tenant always is part of the key. */
export type ContextKey = 'tenant' | 'principal' | 'subject' | 'agent' | 'conversation';

/** What functions of a limit are given where the limit is consulted before the arguments are known. */
export interface LimitContext {
  readonly context: Context;
}

/** What functions of a limit are given once the call was checked. */
export interface LimitSeen<I, T> extends LimitContext {
  readonly input: I;
  readonly target: T;
}

/**
 * What a limit is kept per: a member of the context, the target, or a key of the application. null from the function
 * means that the limit does not apply to this call; anything that is no plain object is a fault.
 */
export type LimitKey<Seen> = ContextKey | ((seen: Seen) => JsonObject | null);

/** Counts at admission, exactly: what is admitted at once, in however many processes, never passes `max` together. */
interface Admitting<I, T> {
  readonly key: LimitKey<LimitSeen<I, T>> | 'target';
  /** Whole units, 0 or more, of one call. Default 1. */
  readonly units?: number | ((seen: LimitSeen<I, T>) => number);
}

/** Counts what was asked, refused or reported: kept per something of the context, since nothing else is known then. */
interface Watching {
  readonly key: LimitKey<LimitContext>;
}

/** What a limit counts, and what it is kept per. */
export type Metered<I, T> =
  /** Calls that are admitted; given back where nothing was performed. */
  | ({ readonly meter?: 'executions' } & Admitting<I, T>)
  /** The same per target, besides the key; given back also where a read failed. */
  | ({ readonly meter: 'successes' } & Admitting<I, T>)
  /** Amounts: whole units at the declared decimal `scale`, so 12.34 at scale 2 is 1234. Never a fraction. */
  | ({ readonly meter: 'value'; readonly scale: number } & Admitting<I, T> &
      Required<Pick<Admitting<I, T>, 'units'>>)
  /** Risk that adds up over capabilities, each with units of its own. */
  | ({ readonly meter: 'risk' } & Admitting<I, T> & Required<Pick<Admitting<I, T>, 'units'>>)
  /** Calls that are asked for, whatever becomes of them. Kept per conversation it bounds a loop. */
  | ({ readonly meter: 'proposals' } & Watching)
  /** Refusals. They can only stop the next call. */
  | ({ readonly meter: 'denials' } & Watching)
  /** Different targets that were refused or not found, so that trying one id after the other ends. */
  | ({ readonly meter: 'denied_targets' } & Watching)
  /** What the host reports with `session.spent`. It can only stop the next call. `cost` in whole units at `scale`. */
  | ({ readonly meter: 'tokens' | 'planner_calls' } & Watching)
  | ({ readonly meter: 'cost'; readonly scale: number } & Watching);

/**
 * A limit: how often, or how much. Limits with the same name are one limit, shared by every capability that declares
 * it: they must agree in everything but `units` and what a `key` function does. A limit that hosts report to is kept per
 * one thing, so there the function is the same too, and every `cost` has the same scale: a report names no capability.
 *
 * A changed `max` goes on counting where the old one was; anything else that is changed begins to count anew.
 */
export type Limit<I = unknown, T = unknown> = {
  /** Letters, digits, `_`, `-`, segments joined by `.`. */
  readonly name: string;
  readonly shape: LimitShape;
} & Metered<I, T>;

/** What a limit counts. */
export type Meter = NonNullable<Limit['meter']>;

/** Meters that admission takes from. */
export type AdmissionMeter = 'executions' | 'successes' | 'value' | 'risk';

/** A limit as registered: checked, with defaults in place. Frozen. */
export interface RegisteredLimit {
  readonly name: string;
  readonly meter: Meter;
  readonly shape: LimitShape;
  /** How the shape counts at a time, in milliseconds. */
  readonly ruleAt: (at: number) => MeterRule;
  /** Decimal places of the units, for people; null where units are not amounts. */
  readonly scale: number | null;
  readonly key: ContextKey | 'target' | ((seen: LimitSeen<JsonObject, unknown>) => JsonObject | null);
  /** Always 1 for meters that count occurrences. */
  readonly units: number | ((seen: LimitSeen<JsonObject, unknown>) => number);
}

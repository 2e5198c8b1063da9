import type { LimitShape, Meter } from '../limit/index.ts';

/** What a counter does to the calls that meet it now. */
export type MeterState =
  /** There is room for one unit at least. */
  | 'free'
  /** There is none: the next call is throttled. */
  | 'full'
  /** It is over, and constrains nothing. Pruning deletes it. */
  | 'over'
  /** The catalogue of this boundary has no limit of this name: no call asks it. */
  | 'unregistered'
  /** It holds what the limit of this name does not write: it was counted otherwise before, or it was edited. */
  | 'unreadable';

/**
 * One counter as operators see it: whose it is stays blinded. Times in ms since 1970 UTC, units whole. What the limit
 * is stands as the catalogue of this boundary has it now.
 */
export interface ShownMeter {
  /** The limit, by the name that the application gave it. */
  readonly limit: string;
  /** Blinded under the boundary's key: equal for what the limit is kept per, for example one principal. */
  readonly key: string;
  readonly state: MeterState;
  /** null, as the three below, where no such limit is registered. */
  readonly meter: Meter | null;
  readonly shape: LimitShape['kind'] | null;
  readonly max: number | null;
  /** Decimal places of the units; null also where they are no amounts. */
  readonly scale: number | null;
  /**
   * Units that count now: of a bucket those that are missing, a part of one counted as a whole. More than `max` where
   * they were counted after the fact. null, as the one below, where nobody can say.
   */
  readonly taken: number | null;
  /** Units that there is room for now. */
  readonly left: number | null;
  /** When there is room for one unit again, if nothing else happens; null where there is, or never will be. */
  readonly freeAt: number | null;
  /** Start of the window; of a bucket, when it was counted last; null where time does not matter. */
  readonly from: number | null;
  /** From then on it constrains nothing; null: it always does. */
  readonly until: number | null;
}

/** One page of counters by their keys; `next` is the `after` of the page that follows, or null. */
export interface LimitsListed {
  readonly kind: 'listed';
  readonly meters: readonly ShownMeter[];
  readonly next: string | null;
}

/** Counters that constrained nothing any more are gone. */
export interface LimitsPruned {
  readonly kind: 'pruned';
  readonly count: number;
}

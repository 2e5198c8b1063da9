import type { Charge, EvidenceRow } from './rows.ts';

/** A limit that has no room for a charge. */
export interface Exceeded {
  readonly limit: string;
  /** Milliseconds until it has; null: never by itself. */
  readonly retryAfter: number | null;
}

/** Charges outside an admission. */
export interface Charging {
  readonly tenant: string;
  readonly charges: readonly Charge[];
  /**
   * `take`: all of them, or none where one has no room. `count`: all of them, whether or not there is room: what was used
   * is used. `look`: nothing is taken, and nothing written.
   */
  readonly how: 'take' | 'count' | 'look';
  /** Written with what was taken or counted; null where nothing is to be said of it. */
  readonly evidence: EvidenceRow | null;
}

/** The answer of charging. Anything but `charged` wrote nothing. */
export type Charged =
  | { readonly kind: 'charged' }
  | { readonly kind: 'limited'; readonly exceeded: readonly Exceeded[] }
  /** As at admission: the charges are to be made again, from `now` on. Never where they are only counted. */
  | { readonly kind: 'moved'; readonly what: 'clock'; readonly now: number };

/** A page of the meters of a tenant. `after` is the `key` of the last one read, or ''. */
export interface MeterPage {
  readonly tenant: string;
  readonly after: string;
  readonly limit: number;
}

/** Deletes what does not constrain any more. */
export interface Pruning {
  readonly tenant: string;
  /** Meters whose `until` is at or before it, and before the store's own time, are deleted. */
  readonly at: number;
  /** At most so many at once, so that the lock is not held for long. */
  readonly most: number;
}

/** What setting recorded time back came to. Times in milliseconds. */
export interface ClockReset {
  readonly from: number;
  readonly to: number;
  /** How many counters of times that never were are gone. */
  readonly counters: number;
}

import type { Resolution } from '../claim/index.ts';
import type { CallState } from '../store/rows.ts';

/** A claim as operators see it: never its arguments, and of people fingerprints only. Times in ms since 1970 UTC. */
export interface ShownClaim {
  readonly executionId: string;
  readonly capability: string;
  /** As it reads now: a claim past its deadline is indeterminate. */
  readonly state: CallState;
  /** When it was admitted. */
  readonly since: number;
  /** Until when its executor may run. */
  readonly deadline: number;
  /** Counts what was written of it. */
  readonly revision: number;
  /** Blinded under the boundary's key: equal for equal principals of one tenant. */
  readonly owner: string;
  /** Blinded likewise. */
  readonly conversation: string;
}

/** One page of claims by execution id; `next` is the `after` of the page that follows, or null. */
export interface ClaimsListed {
  readonly kind: 'listed';
  readonly claims: readonly ShownClaim[];
  readonly next: string | null;
}

/** One claim, in whichever state. */
export interface ClaimShown {
  readonly kind: 'shown';
  readonly claim: ShownClaim;
}

/** The claim has another end now. `forced`: its executor was within its deadline and may still be running. */
export interface ClaimResolved {
  readonly kind: 'resolved';
  readonly executionId: string;
  readonly capability: string;
  readonly from: 'claimed' | 'indeterminate';
  readonly to: Resolution;
  readonly forced: boolean;
}

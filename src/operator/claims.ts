import type { Resolution } from '../claim/index.ts';
import type { OperatorReason } from '../decision.ts';
import type { OperatorIdentity } from '../directory/index.ts';
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

/** Nothing was shown or written. */
export interface OperatorRefusal {
  readonly kind: 'refused';
  readonly reason: OperatorReason;
  /** What the directory threw. Not enumerable, so that it is neither printed nor sent on. */
  readonly cause?: unknown;
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

/** Which page. */
export interface ListOptions {
  /** The `next` of the page before. */
  readonly after?: string;
  /** At most so many, from 1 to 1,000. Default 100. */
  readonly limit?: number;
}

/** What an operator found out, and on whose word. */
export interface ResolveOptions {
  /** `completed`: the effect happened. `retryable`: it did not, and the same call may be sent once more. */
  readonly as: Resolution;
  /** The operator's own words, 1 to 500 characters. They stand in evidence as they are. */
  readonly reason: string;
  /** Also where the executor is within its deadline and may still be running. */
  readonly force?: boolean;
  /** Another operator of this boundary and tenant who agrees, where `secondPerson` wants one. */
  readonly second?: Operator;
}

/** What an operator may do with the claims of the tenant. Everyone is asked for anew at every act. */
export interface OperatorClaims {
  /** The claims whose end is not known: indeterminate ones, and those that are running. */
  list(options?: ListOptions): Promise<ClaimsListed | OperatorRefusal>;
  show(executionId: string): Promise<ClaimShown | OperatorRefusal>;
  /** Says how a claim ended. The call row and the evidence of it are one transaction. */
  resolve(executionId: string, options: ResolveOptions): Promise<ClaimResolved | OperatorRefusal>;
}

/**
 * One operator of one tenant: the handle that a host makes from authentication. Holding it is no right; the directory
 * is asked at every act.
 */
export interface Operator extends OperatorIdentity {
  readonly claims: OperatorClaims;
}

import type { Resolution } from '../claim/index.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import type { ApprovalsRevoked } from './approvals.ts';
import type { ClaimResolved, ClaimShown, ClaimsListed } from './claims.ts';
import type { ClockSetBack } from './clock.ts';
import type { LimitsListed, LimitsPruned } from './limits.ts';
import type { OperatorRefusal } from './refusal.ts';
import type { RunActed, RunShown, RunsListed } from './runs.ts';

/** Which page. */
export interface ListOptions {
  /** The `next` of the page before. */
  readonly after?: string;
  /** At most so many, from 1 to 1,000. Default 100. */
  readonly limit?: number;
}

/** What an operator found out, and on whose word. */
export interface ResolveOptions {
  /**
   * `completed`: the effect happened. `retryable`: it did not, or whoever did it knows the execution id and will not do it
   * twice; the same call may be sent once more. It takes from limits again.
   */
  readonly as: Resolution;
  /** The operator's own words, 1 to 500 characters. They stand in evidence as they are. */
  readonly reason: string;
  /** Also where the executor is within its deadline and may still be running. */
  readonly force?: boolean;
  /** Another operator of this boundary and tenant who agrees, where `secondPerson` wants one. */
  readonly second?: Operator;
}

/** Why, and on whose word. */
export type PruneOptions = Pick<ResolveOptions, 'reason' | 'second'>;

/** Which approvals, all of these together, and why. At least one of the first three, or `all`. */
export interface RevocationOptions {
  readonly capability?: string;
  /** Who asked, in clear. */
  readonly principal?: string;
  /** The catalogue version under which people were asked. */
  readonly catalogue?: string;
  /** Everything of the tenant. */
  readonly all?: true;
  /** The operator's own words, 1 to 500 characters. They stand in evidence as they are. */
  readonly reason: string;
}

/** Why, and on whose word. */
export type ResetOptions = PruneOptions;

/** Why, and on whose word. */
export type RunActOptions = PruneOptions;

/** What an operator may do with the claims of the tenant. Everyone is asked for anew at every act. */
export interface OperatorClaims {
  /** The claims whose end is not known: indeterminate ones, and those that are running. */
  list(options?: ListOptions): Promise<ClaimsListed | OperatorRefusal>;
  show(executionId: string): Promise<ClaimShown | OperatorRefusal>;
  /** Says how a claim ended. The call row and the evidence of it are one transaction. */
  resolve(executionId: string, options: ResolveOptions): Promise<ClaimResolved | OperatorRefusal>;
}

/** What an operator may do about the limits of the tenant. Everyone is asked for anew at every act. */
export interface OperatorLimits {
  /** What is counted, and where there is room. */
  list(options?: ListOptions): Promise<LimitsListed | OperatorRefusal>;
  /**
   * Deletes what constrains nothing any more, in rounds, each one transaction with its evidence. Where a round fails
   * those before it stay done.
   */
  prune(options: PruneOptions): Promise<LimitsPruned | OperatorRefusal>;
}

/** What an operator may do about what waits for people, or was answered and not used. */
export interface OperatorApprovals {
  /**
   * Takes back what was asked for until now, one after the other, each with its evidence. It only narrows: the same can be
   * asked for again. Where it fails in between, those before stay taken back.
   */
  revoke(options: RevocationOptions): Promise<ApprovalsRevoked | OperatorRefusal>;
}

/** What an operator may do about the runs of the tenant. Everyone is asked for anew at every act. */
export interface OperatorRuns {
  /** Those that have not ended. */
  list(options?: ListOptions): Promise<RunsListed | OperatorRefusal>;
  show(runId: string): Promise<RunShown | OperatorRefusal>;
  /** Undoes what a run has done as far as it goes now, each step through every gate, under the context that it had. */
  undo(runId: string, options: RunActOptions): Promise<RunActed | OperatorRefusal>;
  /** Lets a run that was held go on, where nothing of it is indeterminate any more. */
  release(runId: string, options: RunActOptions): Promise<RunActed | OperatorRefusal>;
}

/** What an operator of the installation may do about the time that it goes by. */
export interface OperatorClock {
  /**
   * Sets recorded time back to the machine's, after some clock ran ahead: deadlines and limits go by the highest time
   * that was ever met. Counters of every tenant that began later are forgotten, and what people were asked later is
   * over. End the other processes first: they know of the later time. An operator of a tenant is refused.
   */
  reset(options: ResetOptions): Promise<ClockSetBack | OperatorRefusal>;
}

/**
 * One operator of one tenant, or of the installation (tenant ''), which has neither claims nor counters: the handle that
 * a host makes from authentication. Holding it is no right; the directory is asked at every act.
 */
export interface Operator extends OperatorIdentity {
  readonly claims: OperatorClaims;
  readonly limits: OperatorLimits;
  readonly runs: OperatorRuns;
  readonly approvals: OperatorApprovals;
  readonly clock: OperatorClock;
}

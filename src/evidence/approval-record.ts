import type { ApproverReason, AskReason, GatewayReason, NeedReason } from '../decision.ts';
import type { Actor } from './actor.ts';
import type { ApprovalFacts } from './approval-facts.ts';
import type { CallFacts } from './call-facts.ts';

/** People are asked about an action, or one more call id stands for what they are being asked already. */
export type ApprovalRequested = Actor &
  ApprovalFacts &
  Pick<CallFacts, 'arguments'> & {
    readonly type: 'approval.requested';
    /** As in the records of calls; null where a gateway asked, which brings no call. */
    readonly call: string | null;
    readonly kind: 'confirm' | 'review';
    readonly quorum: number;
    readonly reasons: readonly NeedReason[];
    /** The code that the authorizer asked with, or null. */
    readonly policy: string | null;
    /** Milliseconds since 1970 UTC. */
    readonly expires: number;
    /** Whether they were being asked already. */
    readonly joined: boolean;
  };

/** Who answered: the account that was authenticated and the person behind it, as fingerprints under the tenant's key. */
type Answering = {
  readonly approver: string;
  readonly person: string;
};

/** A person agreed. `approved`: with this vote as many did as it takes. */
export type ApprovalVoted = ApprovalFacts &
  Answering & {
    readonly type: 'approval.voted' | 'approval.approved';
    /** How many persons have agreed by now, and how many it takes. */
    readonly votes: number;
    readonly quorum: number;
  };

/** A person refused. */
export type ApprovalRejected = ApprovalFacts &
  Answering & {
    readonly type: 'approval.rejected';
    /** Until when asking alike is refused, milliseconds since 1970 UTC. */
    readonly refusedUntil: number;
    /** The person's own words, at most 500 characters, or null. */
    readonly reason: string | null;
  };

/**
 * Somebody took back what was not used yet, made it last longer, or allowed to ask again what was rejected. `who`: a
 * fingerprint under the tenant's key.
 */
export type ApprovalTended = ApprovalFacts & {
  /**
   * `run`: the run that it was a step of is undone; `who` is then who undoes it. `ask`: it would not count any more, and
   * people are asked anew; `who` is who asks.
   */
  readonly by: 'approver' | 'operator' | 'run' | 'ask';
  readonly who: string;
  /** That person's own words, at most 500 characters; null only of what was taken back. */
  readonly reason: string | null;
} & (
    | { readonly type: 'approval.revoked' | 'approval.lifted' }
    | { readonly type: 'approval.renewed'; readonly expires: number }
  );

/** Nobody answered, or used the answer, in time. Nobody did it: it is written when it is met. */
export type ApprovalExpired = ApprovalFacts & { readonly type: 'approval.expired' };

/** An act of an approver was refused. `fault` tells what broke while it was asked from what said no. */
export type ApproverRefused = {
  readonly type: 'approver.refused';
  readonly approver: string;
  readonly catalogue: string;
  readonly act:
    | 'approvals.list'
    | 'approvals.show'
    | 'approvals.approve'
    | 'approvals.reject'
    | 'approvals.revoke'
    | 'approvals.renew'
    | 'approvals.lift';
  /** Fingerprint of the approval id that was asked for, known or not; null where none was. */
  readonly approval: string | null;
  readonly reason: ApproverReason;
  readonly fault: boolean;
  readonly count: number;
};

/**
 * What a gateway asked of an approval was refused. It stands in the log of the tenant that owns the approval; where
 * that is another one than the tenant that tried, or where there is none, the log of the tenant that tried says
 * `approval_unknown` and nothing of the approval. Ids, people, tenants and digests are fingerprints; no token, argument or
 * proposal's text is in it.
 */
export type ApprovalDenied = {
  readonly type: 'approval.denied';
  readonly operation: 'request' | 'approve' | 'verify' | 'reject' | 'revoke';
  readonly reason: GatewayReason | AskReason;
  readonly fault: boolean;
  /** Which approval, as in its other records; null, as its execution id, where there is none. */
  readonly approval: string | null;
  readonly execution: string | null;
  /** Of the action that was tried, as in records of calls; of another tenant's under the key of this log's tenant. */
  readonly principal: string;
  /** The name that the gateway's server gave it. */
  readonly capability: string;
  /** Its digest; null where the record counts several that followed the first. */
  readonly action: string | null;
  /** The tenant that tried. */
  readonly tenant: string;
  readonly catalogue: string;
  readonly count: number;
};

/** Everything that evidence can say about people's answers. */
export type ApprovalRecord =
  | ApprovalRequested
  | ApprovalVoted
  | ApprovalRejected
  | ApprovalTended
  | ApprovalExpired
  | ApproverRefused
  | ApprovalDenied;

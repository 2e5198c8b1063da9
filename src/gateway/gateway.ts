import type { Refused } from '../acting/refused.ts';
import type { Action } from '../action/index.ts';
import type { ApproverIdentity } from '../directory/index.ts';
import type { Awaitable } from '../awaitable.ts';
import type { AskReason, GatewayReason } from '../decision.ts';
import type { Receipt } from './receipt.ts';

/**
 * The application's own access control: whether an action may happen now, on the word of these approvers. Asked when one
 * of them answers, and again at every verification with all whose word counts. Exactly `true` allows; `false` denies;
 * anything else, also what is truthy, is a fault and denies.
 */
export type Acl = (action: Action, approvers: readonly ApproverIdentity[]) => Awaitable<boolean>;

/** Where people are asked, and how. */
export interface GatewayAskOptions {
  /** The conversation of the action's principal, from authentication. */
  readonly conversation: string;
  /** How long it can be answered and verified, milliseconds. Default 24 hours, at most 30 days. */
  readonly ttl?: number;
  /** How many persons have to agree. Default 1, at most 10. */
  readonly quorum?: number;
}

/** Who answers, as the caller's authentication named them, never a request's body; and whether the action may happen. */
export interface GatewayAnswerOptions {
  readonly approver: ApproverIdentity;
  readonly acl: Acl;
}

/** The same, with the person's own words: 1 to 500 characters, kept in evidence as they are. */
export interface GatewayRejectOptions extends GatewayAnswerOptions {
  readonly reason?: string;
}

/** The same, where the words are required. */
export interface GatewayRevokeOptions extends GatewayAnswerOptions {
  readonly reason: string;
}

/** People are asked. The token goes to whoever leads them to it: it is not kept and is never given out again. */
export interface GatewayAsked {
  readonly kind: 'requested';
  readonly token: string;
  readonly receipt: Receipt;
}

/** People are being asked about this very action already, or have agreed: under the token that was given out then. */
export interface GatewayKnown {
  readonly kind: 'existing';
  readonly status: 'pending' | 'approved';
  readonly receipt: Receipt;
}

/** As many persons agree as it takes. The token is spent; the receipt can be verified. */
export interface GatewayApproved {
  readonly kind: 'approved';
  readonly receipt: Receipt;
}

/** One more person agrees, and it takes others. */
export interface GatewayVoted {
  readonly kind: 'voted';
  readonly votes: number;
  readonly quorum: number;
}

/** A person refused. The token is spent, and asking alike is refused until then. Milliseconds since 1970 UTC. */
export interface GatewayRejected {
  readonly kind: 'rejected';
  readonly refusedUntil: number;
}

/** It was taken back: from now on no receipt of it verifies. */
export interface GatewayRevoked {
  readonly kind: 'revoked';
}

/** The action may run now, as this execution. */
export interface GatewayVerified {
  readonly kind: 'verified';
  /** Reserve it, unique, in the transaction of the effect: verifying consumes nothing. */
  readonly executionId: string;
}

/** Nothing was written but evidence of the refusal. `cause`: what access control, or the directory, threw. */
export type GatewayRefusal = Refused<GatewayReason | Exclude<AskReason, 'limit_exceeded'>>;

/** Too many are being asked for; nothing was written but evidence of it. */
export interface GatewayThrottled {
  readonly kind: 'throttled';
  readonly limit: string;
  /** Milliseconds until it makes sense to try again; null: only an answer helps. */
  readonly retryAfter: number | null;
}

/**
 * Approvals for those who run their own effects. The gateway brings the action, as `Action.fromModelProposal` binds it
 * to what the server knows; people answer by token; right before the effect the receipt is verified. Tenant of the
 * action, of the approval and of the process (`withTenant`) have to agree, at every step. What is refused is on record
 * before it is answered; where it cannot be recorded, that is thrown.
 */
export interface Gateway {
  /**
   * Asks people about an action. One approval at a time waits for an action or may be used for it: whoever asks again
   * gets the receipt of that one, and no token.
   */
  request(
    action: Action,
    options: GatewayAskOptions,
  ): Promise<GatewayAsked | GatewayKnown | GatewayThrottled | GatewayRefusal>;
  /** One person agrees to exactly this action. The person who asks cannot, under whichever account. */
  approve(
    token: string,
    action: Action,
    options: GatewayAnswerOptions,
  ): Promise<GatewayApproved | GatewayVoted | GatewayRefusal>;
  reject(
    token: string,
    action: Action,
    options: GatewayRejectOptions,
  ): Promise<GatewayRejected | GatewayRefusal>;
  /** Takes back what is pending or approved. What has run is the gateway's own to undo. */
  revoke(
    receipt: Receipt,
    action: Action,
    options: GatewayRevokeOptions,
  ): Promise<GatewayRevoked | GatewayRefusal>;
  /**
   * Whether the action may run now: approved, by persons who count today, not taken back, not expired. Consumes nothing
   * and passes as often as it is asked until then; that an effect happens once is up to who runs it.
   */
  verify(receipt: Receipt, action: Action, acl: Acl): Promise<GatewayVerified | GatewayRefusal>;
  /** The same as a boolean, so that it can stand in an `if`: a refusal is an object, which every `if` lets pass. */
  verifyForExecution(receipt: Receipt, action: Action, acl: Acl): Promise<boolean>;
}

import type { Refused } from '../acting/refused.ts';
import type { ActionTarget } from '../action/index.ts';
import type { ApproverIdentity } from '../directory/index.ts';
import type { ApproverReason, NeedReason } from '../decision.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ApprovalStatus } from '../store/rows.ts';

/** One approval as whoever may see it does: what waits, since when, until when. Times in ms since 1970 UTC. */
export interface ApprovalSummary {
  readonly approvalId: string;
  readonly executionId: string;
  readonly capability: string;
  /** Who has to agree: the person who asks, or others. */
  readonly decision: 'confirm' | 'review';
  /** As it reads now: pending or approved past its expiry is expired. */
  readonly status: ApprovalStatus;
  readonly quorum: number;
  readonly askedAt: number;
  readonly expiresAt: number;
}

/** One argument as people see it. */
export interface ShownArgument {
  readonly name: string;
  readonly value: Json;
  /** What it is for, or null where nothing is known of it. */
  readonly role: string | null;
  /** Whether nobody vouches for it. */
  readonly doubtful: boolean;
}

/** What a person agrees to: exactly what is digested, and exactly what runs. */
export interface ApprovalDetail extends ApprovalSummary {
  /** Digest of the action, worked out again from what is shown here. An answer has to name it. */
  readonly actionDigest: string;
  /** Who asks, and for whom. */
  readonly principal: string;
  readonly subject: string | null;
  readonly agent: string | null;
  readonly conversation: string;
  /** Every argument, in full. */
  readonly arguments: readonly ShownArgument[];
  readonly target: ActionTarget | null;
  readonly facts: JsonObject | null;
  /** Why a person is needed. */
  readonly reasons: readonly NeedReason[];
  /** The code that the authorizer asked with, or null. */
  readonly policy: string | null;
  /** Who agreed so far. */
  readonly votes: readonly { readonly approver: string; readonly at: number }[];
}

/** Nothing was shown or written; it is on record. `cause`: what the directory or `approvers` threw. */
export type ApproverRefusal = Refused<ApproverReason>;

/** One page, in the order of the approval ids; `next` is the `after` of the page that follows, or null. */
export interface ApprovalsListed {
  readonly kind: 'listed';
  readonly approvals: readonly ApprovalSummary[];
  readonly next: string | null;
}

/** One approval with everything that a person has to see. */
export interface ApprovalShown {
  readonly kind: 'shown';
  readonly approval: ApprovalDetail;
}

/** The answer was taken. `votes` of `quorum` persons agree; `approved` once that is enough. */
export interface Answered {
  readonly kind: 'answered';
  readonly approvalId: string;
  readonly status: ApprovalStatus;
  readonly votes: number;
  readonly quorum: number;
  /** From then on it can be neither answered nor used. */
  readonly expiresAt: number;
}

/** What an answer names: what was seen. One about anything else is refused. */
export interface SeenOptions {
  /** The `actionDigest` that was shown. */
  readonly digest: string;
}

/** Why, in the person's own words: 1 to 500 characters, kept in evidence as they are. */
export interface ReasonOptions {
  readonly reason: string;
}

/** What one person may do about approvals of the tenant. Everyone is asked for anew at every act. */
export interface ApproverApprovals {
  /**
   * What waits: of the whole tenant for whom the directory knows as an approver, else what this person has to confirm.
   */
  list(options?: {
    readonly after?: string;
    readonly limit?: number;
  }): Promise<ApprovalsListed | ApproverRefusal>;
  /**
   * Only for whom it concerns: who may answer it, and the person who asks. Where the target is gone nobody can be asked
   * who may answer; whom the directory knows as an approver, or who has answered already, is shown it then.
   */
  show(approvalId: string): Promise<ApprovalShown | ApproverRefusal>;
  approve(approvalId: string, options: SeenOptions): Promise<Answered | ApproverRefusal>;
  /** Asking alike is refused for a day from then on, unless somebody lifts it. */
  reject(
    approvalId: string,
    options: SeenOptions & Partial<ReasonOptions>,
  ): Promise<Answered | ApproverRefusal>;
  /** Takes back what is pending or approved and not used: for who may answer it, and for the person who asks. */
  revoke(approvalId: string, options: ReasonOptions): Promise<Answered | ApproverRefusal>;
  /**
   * Lets it last as long again from now as asking for it anew would, at most 30 days from when it was asked for. Never
   * shortens.
   */
  renew(approvalId: string, options: SeenOptions): Promise<Answered | ApproverRefusal>;
  /**
   * After a rejection: lets the same be asked for again. For whom the directory knows as an approver, but for a review
   * not the person who asked; a confirmation that person may lift as well.
   */
  lift(approvalId: string, options: ReasonOptions): Promise<Answered | ApproverRefusal>;
}

/**
 * One approver of one tenant: the handle that a host makes from authentication, never from a request body. Holding it is
 * no right; directory and `approvers` are asked at every act.
 */
export interface Approver extends ApproverIdentity {
  readonly approvals: ApproverApprovals;
}

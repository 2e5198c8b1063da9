/**
 * Why a call did not run. Closed and stable: hosts switch on these codes, evidence and signals carry them.
 * A pin test freezes the list; adding one is a minor change, renaming one a breaking change.
 */
export const reasonCodes = [
  'binding_mismatch',
  'history_invalid',
  'run_held',
  'run_closed',
  'argument_schema',
  'call_id_reused',
  'unknown_capability',
  'agent_required',
  'not_classified',
  'catalogue_stale',
  'order_rule',
  'compensation_mismatch',
  'compensation_spent',
  'target_not_found',
  'unauthorized',
  'assurance_too_low',
  'authorization_error',
  'person_needed',
  'approval_rejected',
  'approval_mismatch',
  'approval_expired',
  'approval_revoked',
  'approval_used',
  'target_gone',
  'target_changed',
  'limit_exceeded',
  'duplicate',
  'contended',
] as const;

/** One of the closed reason codes. */
export type ReasonCode = (typeof reasonCodes)[number];

/** Why a person is needed, in the order in which it is told. Closed, as the reason codes are. */
export const needReasons = ['policy', 'argument_origin', 'schema_partial', 'write'] as const;

/** One reason why a person is needed. */
export type NeedReason = (typeof needReasons)[number];

/** Why an answer of a person was refused. Closed, as the reason codes are; nothing was shown or written. */
export type ApproverReason =
  /** The process works for another tenant, or for none where it has to for one. */
  | 'binding_mismatch'
  /** The directory, or `approvers`, does not entitle this account to it. */
  | 'approver_unauthorized'
  /** What should say so threw, was late, or answered rubbish. */
  | 'approver_error'
  /** There is none of this id in this tenant, or none that this account may know of. */
  | 'unknown_approval'
  /** It was answered, used, taken back or replaced. */
  | 'not_pending'
  | 'expired'
  /** What was seen is not what is asked. */
  | 'digest_mismatch'
  /** The person who asks, whom it is about, or who owns the agent cannot review it, under whichever account. */
  | 'own_action'
  | 'already_voted'
  /** The target or the capability is gone, or another one by now: what was asked for cannot be judged. */
  | 'target_changed'
  /** Somebody was faster. */
  | 'moved';

/** Why people are not asked for a gateway: of the reason codes, those that can come before anybody has answered. */
export type AskReason = Extract<
  ReasonCode,
  | 'binding_mismatch'
  | 'not_classified'
  | 'catalogue_stale'
  | 'approval_rejected'
  | 'approval_mismatch'
  | 'limit_exceeded'
  | 'contended'
>;

/** Why a gateway's approval was refused. Closed, as the reason codes are; nothing was consumed. */
export type GatewayReason =
  /** The tenants of the action, the approval and the process do not agree, or the approval is of another action. */
  | 'binding_mismatch'
  | 'acl_denied'
  /** What should say so threw, was late, or answered something else than `true` and `false`. */
  | 'acl_error'
  /** A token that was used already. */
  | 'replayed'
  | 'not_pending'
  | 'not_approved'
  | 'expired'
  | 'execution_mismatch'
  | 'receipt_mismatch'
  /** There is none of this token or id, or none in this tenant. */
  | 'approval_unknown';

/** Why an act of an operator was refused. Closed, as the reason codes are; nothing was shown or written. */
export type OperatorReason =
  /** The process works for another tenant, or for none where it has to for one. */
  | 'binding_mismatch'
  | 'operator_unauthorized'
  | 'operator_error'
  | 'unknown_claim'
  | 'not_unresolved'
  | 'unknown_run'
  | 'still_held'
  | 'not_held'
  | 'still_active'
  | 'second_person_needed'
  | 'moved';

/** What an authorizer answers. `true` and `permit()` permit; `false` denies; anything else is a fault and denies. */
export type Decision = Permit | Deny | Confirm | Review | Throttle;

/** The action may go on. Only `permit()` makes one: an object that merely looks like it permits nothing. */
export interface Permit {
  readonly kind: 'permit';
}

/** The action may not go on; `code` is the application's own, for operators and evidence, never for the model. */
export interface Deny {
  readonly kind: 'deny';
  readonly code: string;
}

/** The requesting person must agree. */
export interface Confirm {
  readonly kind: 'confirm';
  readonly code: string;
}

/** Another, entitled person must agree. */
export interface Review {
  readonly kind: 'review';
  readonly code: string;
}

/** Not now; `retryAfter` in milliseconds. */
export interface Throttle {
  readonly kind: 'throttle';
  readonly retryAfter: number;
}

const minted = new WeakSet<object>();

function mint<D extends Decision>(decision: D): D {
  minted.add(Object.freeze(decision));
  return decision;
}

/** True only for a decision that one of the functions below made, so that no data can pass as one. */
export function isDecision(value: unknown): value is Decision {
  return typeof value === 'object' && value !== null && minted.has(value);
}

const permitted: Permit = mint({ kind: 'permit' });

/** The action may go on. */
export function permit(): Permit {
  return permitted;
}

/** The action may not go on. `code`: the application's reason, letters, digits, `.`, `_`, `-`, at most 64. */
export function deny(code = 'denied'): Deny {
  return mint({ kind: 'deny', code: policyCode(code) });
}

/** The requesting person must agree first. */
export function confirm(code = 'confirm'): Confirm {
  return mint({ kind: 'confirm', code: policyCode(code) });
}

/** Another, entitled person must agree first. */
export function review(code = 'review'): Review {
  return mint({ kind: 'review', code: policyCode(code) });
}

/** Not now. `retryAfter`: milliseconds, finite and not negative. */
export function throttle(retryAfter: number): Throttle {
  if (!Number.isFinite(retryAfter) || retryAfter < 0) {
    throw new TypeError('throttle(retryAfter): milliseconds, finite and not negative');
  }
  return mint({ kind: 'throttle', retryAfter });
}

function policyCode(code: string): string {
  if (typeof code !== 'string' || !/^[A-Za-z0-9._-]{1,64}$/.test(code)) {
    throw new TypeError('a policy code is 1 to 64 letters, digits, ".", "_" or "-"');
  }
  return code;
}

import type { NeedReason, ReasonCode } from './decision.ts';
import type { RunReport } from './run-report.ts';

/** What every outcome carries besides its own members. */
interface Named {
  /** The call id under which the outcome can be asked for again. */
  readonly callId: string;
  /** What the model may be told: a pinned message, never a reason's details. */
  readonly message: string;
  /** What became of the run that the call is a step of, where it made the run be undone. */
  readonly run?: RunReport;
}

/** Which road led to an effect: nobody was asked, the person who asks agreed, others did, or it takes a step back. */
export type PermitRoad = 'allowed' | 'confirmed' | 'reviewed' | 'compensation';

/** The effect ran now. */
export interface Executed<O> extends Named {
  readonly kind: 'executed';
  readonly value: O;
  readonly permit: PermitRoad;
  /** The idempotency key that the executor was given. */
  readonly executionId: string;
  /** Digest of the action that ran, `countersign/action/v1`. */
  readonly actionDigest: string;
}

/** The effect ran before, under this call id. `value` is absent where it was not kept or has expired. */
export interface Replayed<O> extends Named {
  readonly kind: 'replayed';
  readonly value?: O;
  readonly executionId: string;
}

/** The same call is being executed elsewhere. */
export interface InProgress extends Named {
  readonly kind: 'in_progress';
}

/**
 * A person is asked, and nothing ran. The same call, sent again under its call id, goes on once they agreed; until then
 * it is pending.
 */
export interface Pending extends Named {
  readonly kind: 'pending';
  /** Who has to agree: the person who asks, or others. */
  readonly decision: 'confirm' | 'review';
  /** Why a person is needed, in a fixed order. For operators. */
  readonly reasons: readonly NeedReason[];
  /** Names what is asked, for whoever leads people to it. A reference, not a credential. */
  readonly approvalId: string;
  readonly executionId: string;
  /** Digest of the action that people are shown, `countersign/action/v1`. */
  readonly actionDigest: string;
  /** Milliseconds since 1970 UTC; from then on it can be neither answered nor used. */
  readonly expiresAt: number;
}

/** Not now; nothing ran, and nothing that admission takes was taken. */
export interface Throttled extends Named {
  readonly kind: 'throttled';
  readonly reason: 'limit_exceeded';
  /** The limit that has no room; of several, the one that takes longest. null where the authorizer said so. For operators. */
  readonly limit: string | null;
  /** Milliseconds until it makes sense to try again; null: waiting does not help. */
  readonly retryAfter: number | null;
}

/** Refused; nothing ran, and nothing that admission takes was taken. */
export interface Denied extends Named {
  readonly kind: 'denied';
  readonly reason: ReasonCode;
  /** The gate or step that refused, as `docs/gates.md` names it. For operators. */
  readonly gate: string;
  /** RFC 6901, where a member of the arguments is at fault. */
  readonly pointer?: string;
  /** What was expected at the pointer. */
  readonly expected?: string;
  /** What the boundary knows more, such as the state of a duplicate. For operators. */
  readonly detail?: string;
  /** The code that the application's policy gave with `deny(code)`. For operators. */
  readonly policy?: string;
  /** What an authorizer threw, for operators. Not enumerable, so that it is neither printed nor sent on. */
  readonly cause?: unknown;
}

/**
 * Nothing happened that stays: the executor said so with `EffectNotPerformed`, or it was a read. A new call may try
 * again; this call id stays failed.
 */
export interface Failed extends Named {
  readonly kind: 'failed';
  /** What the executor threw, for operators. Not enumerable, so that it is neither printed nor sent on. */
  readonly cause?: unknown;
}

/** The effect may have happened. An operator must find out; until then the operation is blocked. */
export interface Indeterminate extends Named {
  readonly kind: 'indeterminate';
  readonly executionId: string;
  /** What the executor threw, for operators. Not enumerable, so that it is neither printed nor sent on. */
  readonly cause?: unknown;
}

/** What a caller of the boundary gets. Switch on `kind`. */
export type Outcome<O = unknown> =
  Executed<O> | Replayed<O> | Pending | InProgress | Throttled | Denied | Failed | Indeterminate;

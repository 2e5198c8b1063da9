import type { Context } from '../action/context.ts';
import { type Awaitable, type Deadline, isThenable } from '../awaitable.ts';
import { isDecision } from '../decision.ts';
import { type CurrentRights, standing } from './standing.ts';

/** What policy answers about one action. `detail` and `cause` are for operators, never for the model. */
export type Verdict = Permitted | Asks | Refused | Postponed;

/** The action may go on. */
export interface Permitted {
  readonly kind: 'permitted';
}

/** A person has to agree first: the one who asks, or another. `code` is the authorizer's own. */
export interface Asks {
  readonly kind: 'asks';
  readonly who: 'confirm' | 'review';
  readonly code: string;
}

/** The action may not go on, as policy decided it or because policy could not decide (`authorization_error`). */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: 'unauthorized' | 'assurance_too_low' | 'authorization_error';
  /** What the boundary found: a lacking grant or level, or that the authorizer threw. */
  readonly detail?: string;
  /** The code that the authorizer gave. */
  readonly policy?: string;
  /** What the authorizer threw, if it threw. */
  readonly cause?: unknown;
}

/** Not now; `retryAfter` in milliseconds. */
export interface Postponed {
  readonly kind: 'throttled';
  readonly retryAfter: number;
}

/** The part of a registered capability that policy reads. */
export interface Judged<S> {
  readonly requires: { readonly grant: readonly string[]; readonly assurance: string | null };
  readonly authorize: (seen: S) => unknown;
}

/** What judging needs besides. */
export interface Judging {
  readonly rights: CurrentRights;
  /** Assurance levels, weakest first. */
  readonly levels: readonly string[];
  readonly deadline: Deadline;
}

const permitted: Permitted = Object.freeze({ kind: 'permitted' });

/**
 * Judges one action: first what the session must hold, then the application's authorizer. Only `true` and a decision
 * made by `permit()` permit. What is thrown, late, or anything else than a boolean or a decision is a fault of policy:
 * refused as `authorization_error`, never dressed up as a decision. Synchronous where the authorizer is; never throws.
 */
export function authorize<S extends { readonly context: Context }>(
  capability: Judged<S>,
  seen: S,
  { rights, levels, deadline }: Judging,
): Awaitable<Verdict> {
  const lacking = standing(capability.requires, seen.context, rights, levels);
  if (lacking !== null) return refused(lacking.reason, lacking.detail);
  try {
    const answer = deadline(() => capability.authorize(seen));
    return isThenable(answer) ? answer.then(verdictOf, fault) : verdictOf(answer);
  } catch (error) {
    return fault(error);
  }
}

function verdictOf(answer: unknown): Verdict {
  if (answer === true) return permitted;
  if (answer === false) return refused('unauthorized');
  if (!isDecision(answer)) return refused('authorization_error', 'not_a_decision');
  switch (answer.kind) {
    case 'permit':
      return permitted;
    case 'deny':
      return Object.freeze({ kind: 'refused', reason: 'unauthorized', policy: answer.code });
    case 'confirm':
    case 'review':
      return Object.freeze({ kind: 'asks', who: answer.kind, code: answer.code });
    case 'throttle':
      return Object.freeze({ kind: 'throttled', retryAfter: answer.retryAfter });
  }
}

function fault(cause: unknown): Verdict {
  return Object.freeze({ kind: 'refused', reason: 'authorization_error' as const, detail: 'threw', cause });
}

function refused(reason: Refused['reason'], detail?: string): Refused {
  return Object.freeze(
    detail === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, detail },
  );
}

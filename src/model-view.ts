import type { Outcome } from './outcome.ts';

/** What a model may be told of an outcome: a pinned message and what helps it go on, nothing meant for operators. */
export type ModelView = {
  readonly status: Outcome['kind'];
  readonly message: string;
  /** What the executor returned, now or before. */
  readonly result?: unknown;
  /** Where the arguments do not fit, and what was expected there. */
  readonly pointer?: string;
  readonly expected?: string;
  /** The rule of the order of calls that stands in the way, such as `after orders.get`. */
  readonly rule?: string;
  /** Names what a person is asked, so that people can be led to it. A reference: knowing it decides nothing. */
  readonly approval?: string;
  /** Milliseconds until it makes sense to try again. */
  readonly retryAfter?: number;
};

/**
 * Makes the answer for a model from an outcome: hosts send this on, never the outcome itself, which also holds gates,
 * codes of the application's policy and ids for operators.
 */
export function modelView(outcome: Outcome): ModelView {
  const told = { status: outcome.kind, message: outcome.message };
  switch (outcome.kind) {
    case 'executed':
      return { ...told, result: outcome.value };
    case 'replayed':
      return 'value' in outcome ? { ...told, result: outcome.value } : told;
    case 'pending':
      return { ...told, approval: outcome.approvalId };
    case 'throttled':
      return outcome.retryAfter === null ? told : { ...told, retryAfter: outcome.retryAfter };
    case 'denied': {
      const { reason, pointer, expected, detail } = outcome;
      if (reason === 'order_rule' && detail !== undefined) return { ...told, rule: detail };
      if (reason !== 'argument_schema' || pointer === undefined || expected === undefined) return told;
      return { ...told, pointer, expected };
    }
    case 'in_progress':
    case 'failed':
    case 'indeterminate':
      return told;
  }
}

import type { OperatorReason } from '../decision.ts';

/** Nothing was shown or written. */
export interface OperatorRefusal {
  readonly kind: 'refused';
  readonly reason: OperatorReason;
  /** What the directory threw. Not enumerable, so that it is neither printed nor sent on. */
  readonly cause?: unknown;
}

/** Why an act goes no further. */
export function refuse(reason: OperatorReason, cause?: unknown): OperatorRefusal {
  const refusal: OperatorRefusal = { kind: 'refused', reason };
  if (cause !== undefined) Object.defineProperty(refusal, 'cause', { value: cause });
  return Object.freeze(refusal);
}

/** Whether an act went no further. */
export function isRefusal(answer: { readonly kind: string }): answer is OperatorRefusal {
  return answer.kind === 'refused';
}

/** An act that went no further: nothing was shown or written. */
export interface Refused<Reason extends string = string> {
  readonly kind: 'refused';
  readonly reason: Reason;
  /** What was thrown by whoever should have said. Not enumerable, so that it is neither printed nor sent on. */
  readonly cause?: unknown;
}

/** Why an act goes no further. */
export function refused<Reason extends string>(reason: Reason, cause?: unknown): Refused<Reason> {
  const refusal: Refused<Reason> = { kind: 'refused', reason };
  if (cause !== undefined) Object.defineProperty(refusal, 'cause', { value: cause });
  return Object.freeze(refusal);
}

/** Whether an act went no further. */
export function isRefused<A extends object>(answer: A): answer is Extract<A, Refused> {
  return 'kind' in answer && answer.kind === 'refused';
}

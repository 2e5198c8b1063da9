import type { Context } from '../action/context.ts';

/** What the application's functions are given. All of it is frozen but `target`, the application's own value. */
export interface Seen<I, T> {
  readonly context: Context;
  readonly input: I;
  readonly target: T;
}

/** What an executor is given besides: the idempotency key for downstream systems, and a signal for the deadline. */
export interface Executing<I, T> extends Seen<I, T> {
  readonly executionId: string;
  readonly signal: AbortSignal;
  /**
   * Inside the transaction of a `transactional` capability: the raw handle of the driver, open on a connection of its own
   * until the executor is done. undefined for any other capability.
   */
  readonly tx: unknown;
}

import type { Awaitable } from '../awaitable.ts';
import type { Directory, OperatorIdentity } from './directory.ts';

/** Runs one question under a deadline. */
type Ask = <T>(question: () => Awaitable<T>) => Awaitable<T>;

/** Whether an operator may act now. `cause` is for operators. */
export type OperatorStanding =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: 'operator_unauthorized' | 'operator_error';
      readonly cause?: unknown;
    };

const unauthorized: OperatorStanding = Object.freeze({ ok: false, reason: 'operator_unauthorized' });

/**
 * Asks the directory whether an operator may act now: exactly `true` authorises. No directory, or one that knows no
 * operators, authorises nobody; what is thrown, late or no boolean is a fault, and refuses as well. Never rejects.
 */
export async function operatorStanding(
  directory: Directory | null,
  operator: OperatorIdentity,
  ask: Ask,
): Promise<OperatorStanding> {
  try {
    if (directory?.operator === undefined) return unauthorized;
    const answer = await ask<unknown>(() => directory.operator?.(operator));
    if (answer === true) return { ok: true };
    if (answer === false) return unauthorized;
    throw new TypeError('the directory gave an answer about the operator that is no boolean');
  } catch (cause) {
    return { ok: false, reason: 'operator_error', cause };
  }
}

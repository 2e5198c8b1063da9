import type { Deadline } from '../awaitable.ts';
import type { ApproverIdentity, Directory, OperatorIdentity } from './directory.ts';

/** What an account may be asked to act as, besides as a principal: each is a function of the directory. */
type Office = 'operator' | 'approver';

/** Whether an account may act in an office now. `cause` is for operators. */
export type OfficeStanding<O extends Office> =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: `${O}_unauthorized` | `${O}_error`; readonly cause?: unknown };

/** Whether an operator may act now. */
export type OperatorStanding = OfficeStanding<'operator'>;
/** Whether an approver may see what waits in the tenant now. */
export type ApproverStanding = OfficeStanding<'approver'>;

/**
 * Asks the directory whether an operator may act now: exactly `true` authorises. No directory, or one that knows no
 * operators, authorises nobody; what is thrown, late or no boolean is a fault, and refuses as well. Never rejects.
 */
export function operatorStanding(
  directory: Directory | null,
  operator: OperatorIdentity,
  ask: Deadline,
): Promise<OperatorStanding> {
  return standingIn('operator', directory, operator, ask);
}

/**
 * Asks the directory in the same way whether an approver may see what waits for an answer in the tenant. Who may not
 * has no more than what asks for that person's own agreement; who may still has to be entitled to each answer.
 */
export function approverStanding(
  directory: Directory | null,
  approver: ApproverIdentity,
  ask: Deadline,
): Promise<ApproverStanding> {
  return standingIn('approver', directory, approver, ask);
}

async function standingIn<O extends Office>(
  office: O,
  directory: Directory | null,
  account: ApproverIdentity | OperatorIdentity,
  ask: Deadline,
): Promise<OfficeStanding<O>> {
  try {
    if (directory?.[office] === undefined) return { ok: false, reason: `${office}_unauthorized` };
    const answer = await ask<unknown>(() => directory[office]?.(account));
    if (answer === true) return { ok: true };
    if (answer === false) return { ok: false, reason: `${office}_unauthorized` };
    throw new TypeError(`the directory gave an answer about the ${office} that is no boolean`);
  } catch (cause) {
    return { ok: false, reason: `${office}_error`, cause };
  }
}

import type { ApproverIdentity } from '../directory/index.ts';
import { type Awaitable, isThenable } from '../awaitable.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { type Attempt, Denied } from './attempt.ts';
import type { Acl } from './gateway.ts';

/**
 * Asks the application whether the action may happen now: null where it answered exactly `true`. What it throws, answers
 * late or with anything but a boolean is a fault, and denies as well. Answers at once where the application does.
 */
export function allowed(
  { wiring, action }: Attempt,
  row: ApprovalRow,
  acl: Acl,
  approvers: readonly ApproverIdentity[],
): Awaitable<Denied | null> {
  const broken = (cause: unknown): Denied => new Denied('acl_error', row, cause);
  const said = (answer: unknown): Denied | null => {
    if (typeof answer !== 'boolean') return broken(new TypeError('acl gave an answer that is no boolean'));
    return answer ? null : new Denied('acl_denied', row);
  };
  try {
    const answer: Awaitable<unknown> = wiring.inTime(() => acl(action, approvers));
    return isThenable(answer) ? Promise.resolve(answer).then(said, broken) : said(answer);
  } catch (cause) {
    return broken(cause);
  }
}

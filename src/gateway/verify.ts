import { statusAt, votesOf } from '../approval/index.ts';
import { andThen, type Awaitable, isThenable } from '../awaitable.ts';
import type { ApprovalRow, ApprovalStatus } from '../store/rows.ts';
import { allowed } from './allowed.ts';
import { type Attempt, Denied } from './attempt.ts';
import { byReceipt } from './bound.ts';
import type { Acl, GatewayVerified } from './gateway.ts';
import { mayRun } from './may-run.ts';
import { votersCount } from './voters.ts';

const reasons = {
  pending: 'not_approved',
  rejected: 'not_approved',
  revoked: 'not_approved',
  consumed: 'replayed',
  expired: 'expired',
} as const satisfies Readonly<Record<Exclude<ApprovalStatus, 'approved'>, Denied['reason']>>;

/**
 * Whether an action may run now, on rows, persons and rights as they are now. Writes nothing where it may. What was read before
 * the application took time to answer is read again.
 */
export async function verify(
  attempt: Attempt,
  receipt: unknown,
  acl: Acl,
): Promise<GatewayVerified | Denied> {
  const row = await approved(attempt, receipt);
  if (row instanceof Denied) return row;
  const { tenant, execution: executionId } = row;
  const votes = votesOf(await attempt.wiring.ring.of(tenant, ''), row);
  const approvers = votes.map(({ approver: id }) => Object.freeze({ tenant, id }));
  const answer = andThen(
    votersCount(attempt, row, votes),
    (denied) => denied ?? allowed(attempt, row, acl, Object.freeze(approvers)),
  );
  if (!isThenable(answer)) return answer ?? { kind: 'verified', executionId };
  const denied = (await answer) ?? (await approved(attempt, receipt));
  return denied instanceof Denied ? denied : { kind: 'verified', executionId };
}

/** The approval that a receipt names, where it holds. */
function approved(attempt: Attempt, receipt: unknown): Awaitable<ApprovalRow | Denied> {
  return andThen(byReceipt(attempt, receipt), (row) => {
    if (row instanceof Denied) return row;
    const status = statusAt(row, attempt.wiring.time.now());
    if (status !== 'approved') return new Denied(reasons[status], row);
    return andThen(mayRun(attempt, row), (denied) => denied ?? row);
  });
}

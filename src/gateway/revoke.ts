import { revoked, statusAt } from '../approval/index.ts';
import { approvalFacts, approverPrint } from '../evidence/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { allowed } from './allowed.ts';
import type { AnswerAsked } from './asked.ts';
import { type Attempt, Denied } from './attempt.ts';
import { byReceipt } from './bound.ts';
import { decide } from './decide.ts';
import type { GatewayRevoked } from './gateway.ts';

/** Takes back what is pending or approved, whoever is allowed to: it only ever narrows. */
export function revoke(
  attempt: Attempt,
  receipt: unknown,
  { approver, acl, reason }: AnswerAsked & { readonly reason: string },
): Promise<GatewayRevoked | Denied> {
  const { ring, time } = attempt.wiring;
  return decide<GatewayRevoked>(attempt, async () => {
    const row = await byReceipt(attempt, receipt);
    if (row instanceof Denied) return row;
    const denied = over(attempt, row) ?? (await allowed(attempt, row, acl, [approver])) ?? over(attempt, row);
    if (denied !== null) return denied;
    const at = time.now();
    const key = await ring.of(row.tenant, '');
    const who = approverPrint(key, approver.id);
    const facts = approvalFacts(key, row);
    return {
      row,
      at,
      next: revoked(row, at),
      record: { type: 'approval.revoked', ...facts, by: 'approver', who, reason },
      answer: { kind: 'revoked' },
    };
  });
}

/** Why there is nothing left to take back. */
function over({ wiring }: Attempt, row: ApprovalRow): Denied | null {
  const status = statusAt(row, wiring.time.now());
  switch (status) {
    case 'pending':
    case 'approved':
      return null;
    case 'expired':
      return new Denied('expired', row);
    case 'consumed':
      return new Denied('replayed', row);
    case 'rejected':
    case 'revoked':
      return new Denied('not_pending', row);
  }
}

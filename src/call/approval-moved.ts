import { statusAt, verifiedApproval } from '../approval/index.ts';
import type { ReasonCode } from '../decision.ts';
import { Tampered } from '../errors.ts';
import type { ApprovalRow, ApprovalStatus } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import { Stopped } from './chain.ts';

const reasons: Readonly<Record<Exclude<ApprovalStatus, 'pending' | 'approved'>, ReasonCode>> = {
  consumed: 'approval_used',
  rejected: 'approval_rejected',
  revoked: 'approval_revoked',
  expired: 'approval_expired',
};

/** The answer where an approval became another one between the checks and admission: used, taken back, or in votes. */
export function approvalMoved(
  { wiring }: { readonly wiring: Wiring },
  row: ApprovalRow | null,
): Stopped | 'again' {
  if (row === null) throw new Tampered('approval');
  const status = statusAt(verifiedApproval(wiring.keys, row), wiring.time.now());
  if (status === 'pending' || status === 'approved') return 'again';
  return new Stopped('approval', { kind: 'refused', reason: reasons[status] });
}

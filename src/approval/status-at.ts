import { isOver } from '../store/over.ts';
import type { ApprovalRow, ApprovalStatus } from '../store/rows.ts';

/**
 * How an approval reads at a time: what is pending or approved has expired at the very moment of `expires`, whether or
 * not anybody has written so. No answer in time is never a yes.
 */
export function statusAt(
  row: Pick<ApprovalRow, 'status' | 'asked' | 'expires'>,
  now: number,
): ApprovalStatus {
  const open = row.status === 'pending' || row.status === 'approved';
  return open && isOver(row, now) ? 'expired' : row.status;
}

import type { ApprovalRow } from '../store/rows.ts';

/** Who has to agree, and how many. */
type Strength = Pick<ApprovalRow, 'kind' | 'quorum'>;

/** Whether an approval takes less than is needed by now: who asks where others have to review, or fewer persons. */
export function isWeaker(approval: Strength, needed: Strength): boolean {
  return (needed.kind === 'review' && approval.kind === 'confirm') || needed.quorum > approval.quorum;
}

import { expired, revoked, statusAt, verifiedApproval } from '../approval/index.ts';
import { Tampered } from '../errors.ts';
import type { EvidenceRecord } from '../evidence/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import { writeDecision } from './deciding.ts';

/**
 * Ends an approval that is not used yet, however often it moves meanwhile: one that is over has expired, any other is taken
 * back. True where it was taken back; false where it had ended by itself. `recordOf`: how either is told.
 */
export async function endApproval(
  wiring: Wiring,
  first: ApprovalRow,
  recordOf: (row: ApprovalRow, end: 'revoked' | 'expired') => EvidenceRecord,
): Promise<boolean> {
  for (let row: ApprovalRow | null = first; ;) {
    if (row === null) throw new Tampered('approval');
    verifiedApproval(wiring.keys, row);
    if (row.status !== 'pending' && row.status !== 'approved') return false;
    const at = wiring.time.now();
    const late = statusAt(row, at) === 'expired';
    const written = await writeDecision(wiring, {
      row,
      next: late ? expired(row, at) : revoked(row, at),
      record: recordOf(row, late ? 'expired' : 'revoked'),
      at,
    });
    if (written.kind === 'decided') return !late;
    row = written.approval;
  }
}

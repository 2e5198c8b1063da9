import type { EvidenceRow } from '../rows.ts';
import type { ApprovalChange, Decided } from '../store.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';

/** Makes one answer about an approval: its successor and the evidence, or nothing. */
export function decideApproval({
  approvals,
  record,
}: Tables): (on: On, change: ApprovalChange, evidence: EvidenceRow) => Promise<Decided> {
  return async (on, change, evidence) => {
    if (!(await approvals.replace(on, change))) {
      return { kind: 'moved', approval: await approvals.find(on, change.approval) };
    }
    await record(on, evidence);
    return { kind: 'decided' };
  };
}

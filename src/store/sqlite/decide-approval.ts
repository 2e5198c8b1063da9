import type { EvidenceRow } from '../rows.ts';
import type { ApprovalChange, Decided } from '../store.ts';
import type { Tables } from './tables.ts';

/** Makes one answer about an approval: its successor and the evidence, or nothing. */
export function decideApproval({
  approvals,
  record,
}: Tables): (change: ApprovalChange, evidence: EvidenceRow) => Decided {
  return (change, evidence) => {
    if (!approvals.replace(change)) return { kind: 'moved', approval: approvals.find(change.approval) };
    record(evidence);
    return { kind: 'decided' };
  };
}

export type { Actor } from './actor.ts';
export { appendRecord } from './append.ts';
export {
  type ApprovalFacts,
  approvalFacts,
  approvalPrint,
  approverPrint,
  personPrint,
} from './approval-facts.ts';
export type { ApprovalDenied, ApprovalRecord, ApproverRefused } from './approval-record.ts';
export type { ActionFacts, CallFacts } from './call-facts.ts';
export { Coalescer } from './coalesce.ts';
export { evidenceRow } from './log.ts';
export { nobody } from './nobody.ts';
export { readEvidence, type ReadRecord } from './read.ts';
export type { CallEnded, Countable, EvidenceRecord, OperatorRefused } from './record.ts';

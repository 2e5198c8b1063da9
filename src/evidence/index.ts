export { appendRecord } from './append.ts';
export { Coalescer } from './coalesce.ts';
export { evidenceRow } from './log.ts';
export { nobody } from './nobody.ts';
export { readEvidence, type ReadRecord } from './read.ts';
export type {
  ActionFacts,
  Actor,
  CallEnded,
  CallFacts,
  Countable,
  EvidenceRecord,
  OperatorRefused,
} from './record.ts';

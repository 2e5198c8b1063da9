export { Coalescer } from './coalesce.ts';
export { type Entry, evidenceRow, evidenceVerifies } from './log.ts';
export type { ActionFacts, Actor, CallEnded, CallFacts, Countable, EvidenceRecord } from './record.ts';
export { readEvidence, type ReadRecord } from './read.ts';

export { Coalescer } from './coalesce.ts';
export { evidenceRow } from './log.ts';
export { readEvidence, type ReadRecord } from './read.ts';
export type { ActionFacts, Actor, CallEnded, CallFacts, Countable } from './record.ts';

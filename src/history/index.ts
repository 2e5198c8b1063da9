export { chaining } from './chaining.ts';
export { conversationVerifies, newConversation } from './conversation.ts';
export type { Channel, DataClass, EntryBody, Trust } from './entry.ts';
export { Ledger, type StepOfRun } from './ledger.ts';
export { boundPrint, boundTo, brokenRule, readsHistory, type SequenceRules } from './sequence.ts';
export { stepBegan, stepEnded } from './step-entry.ts';
export { type HistoryBounds, VerifiedHistories } from './verified-history.ts';

import type { RunData } from './history.ts';
import type { CallRow, CatalogueRow, ConversationRow } from './rows.ts';

/** What gates read before the target, in one statement. */
export interface DecisionData {
  /** The time of the decision: on SQLite the highest time seen. Milliseconds. */
  readonly now: number;
  readonly catalogue: CatalogueRow | null;
  readonly conversation: ConversationRow | null;
  /** The number of the last entry of its history, whatever its row says; 0: there is none. */
  readonly entries: number;
  readonly call: CallRow | null;
  /** The run that was asked for, or null where none was or there is none. */
  readonly run: RunData | null;
}

import type { CallKey, CallRow, ConversationRow, EntryRow, EvidenceRow, RunRow } from './rows.ts';

/** What a row looked like to the checks; admission writes only if it still looks like that. */
export interface Seen {
  readonly revision: number;
  readonly mac: string;
}

/** A run and those of its calls that have not ended: asked, claimed or indeterminate. */
export interface RunData {
  readonly run: RunRow;
  readonly unsettled: readonly CallRow[];
}

/** Which conversation. */
export type ConversationKey = Omit<CallKey, 'id'>;

/** What a history is longer by, and its anchor then. */
export interface Chained {
  readonly conversation: ConversationRow;
  readonly entries: readonly EntryRow[];
}

/**
 * Makes the next entries of a history from its anchor as the transaction finds it; null: the conversation has no row
 * yet. A head that moved meanwhile is thus chained again and never in the way. Pure; may be called more than once.
 */
export type Chaining = (head: ConversationRow | null) => Chained;

/** What checks relied on of what others may change meanwhile; null where they read nothing of it. */
export interface Relied {
  /** Counters of the conversation's row. */
  readonly sources: number | null;
  readonly steps: number | null;
  readonly run: { readonly id: string; readonly seen: Seen } | null;
}

/**
 * How a run goes on when one of its calls ends. `next` gets the run as the transaction finds it, and how many other
 * calls of it are indeterminate; null from it: the run stays as it is. Pure.
 */
export interface RunTurn {
  readonly id: string;
  readonly next: (run: RunRow, indeterminate: number) => TurnedRun | null;
}

/** A run that went on because one of its calls ended, with the record of it. */
export interface TurnedRun {
  readonly run: RunRow;
  readonly evidence: EvidenceRow;
}

/** Entries of a history that no call makes. */
export interface Addition extends ConversationKey {
  readonly history: Chaining;
  readonly evidence: EvidenceRow | null;
}

/** A page of the entries of one conversation, in their order. `after` is the `n` of the last one read, or 0. */
export interface EntryPage extends ConversationKey {
  readonly after: number;
  readonly limit: number;
}

/** The successor of a run, written only if the row still has `seen`; null: there is none. */
export interface RunChange {
  readonly seen: Seen | null;
  readonly run: RunRow;
  /** Ids of calls of it that wait for people in vain. Any other that is asked or claimed keeps it from being finished. */
  readonly inVain: readonly string[];
  readonly history: Chaining | null;
  readonly evidence: EvidenceRow;
}

/** The answer of changing a run. Anything but `changed` wrote nothing. */
export type RunChanged =
  | { readonly kind: 'changed' }
  /** The row is not what was seen; this is what it is now. */
  | { readonly kind: 'moved'; readonly run: RunRow | null }
  /** It was to be finished, and one of its calls is claimed, or waits for people who may agree. */
  | { readonly kind: 'busy' };

/** A page of the runs of a tenant that have not ended, in the order of the bytes of their ids. */
export interface RunPage {
  readonly tenant: string;
  readonly after: string;
  readonly limit: number;
}

/*
 * The rows that the boundary hands to a store and gets back. A store keeps every column exactly as given: text by
 * bytes, times as whole milliseconds. `mac` covers purpose, tenant, key, revision and all other columns; a store
 * never makes or checks one, it only compares. Names beginning a key: tenant, then owner (the principal).
 */

/** The state of a call row. `asked` waits for a person; `completed`, `failed` are ends; `claimed` past its deadline reads as indeterminate. */
export type CallState = 'asked' | 'claimed' | 'completed' | 'failed' | 'indeterminate' | 'retryable';

/** Names one call: whose, in which conversation, under which digest of the host's call id. */
export interface CallKey {
  readonly tenant: string;
  readonly owner: string;
  readonly conversation: string;
  /** Digest of the call id that the host gave. */
  readonly id: string;
}

/** One call, from admission (or, for a read, from its end) onwards. */
export interface CallRow extends CallKey {
  readonly capability: string;
  /** Keyed fingerprint of the arguments as received. */
  readonly arguments: string;
  readonly state: CallState;
  readonly execution: string;
  /** Keyed fingerprint of the action digest. */
  readonly action: string;
  /** The logical operation that this call holds, or null. Unique within a tenant where not null. */
  readonly holds: string | null;
  /** Milliseconds; past it a `claimed` call reads as indeterminate. */
  readonly deadline: number;
  readonly at: number;
  readonly settled: number | null;
  /** The sealed result, or null. */
  readonly sealed: string | null;
  /** Milliseconds after which the sealed result is not given out; null where there is none. */
  readonly sealedUntil: number | null;
  /** Canonical JSON of the limit keys, windows and units that admission took, so that counters can be summed again. */
  readonly taken: string | null;
  /** The run that it is a step or an undo of, or null. */
  readonly run: string | null;
  /** Whether it has its place in the history of the conversation, so that its end gets one there too. */
  readonly chained: boolean;
  /** The id of the call of the same conversation whose effect it undoes; null: it is a call of its own. */
  readonly undoes: string | null;
  /** How its effect is undone, sealed, once it has one; null where nothing is declared or nothing happened. */
  readonly undo: string | null;
  readonly revision: number;
  readonly mac: string;
}

/** The owner, counters and anchored head of one conversation. */
export interface ConversationRow {
  readonly tenant: string;
  readonly owner: string;
  readonly id: string;
  /** How many entries are about steps, and about who takes part. */
  readonly steps: number;
  /** How many untrusted sources have entered. */
  readonly sources: number;
  /** How many entries there are. */
  readonly revision: number;
  /** MAC of the last entry; null before the first. */
  readonly last: string | null;
  /** MAC of this row: it anchors the history, so that a tail that is cut off shows. */
  readonly head: string;
}

/**
 * What an entry of a history is about: words of the person, content from elsewhere, a step that begins or ends, a run
 * that ends, or a principal who may take part.
 */
export type EntryKind = 'heard' | 'saw' | 'step' | 'run' | 'shared';

/** One entry of the history of a conversation. */
export interface EntryRow {
  readonly tenant: string;
  readonly owner: string;
  readonly conversation: string;
  /** Its place, from 1 on, without gaps. */
  readonly n: number;
  readonly kind: EntryKind;
  readonly at: number;
  /** Canonical JSON. */
  readonly body: string;
  /** Over the MAC of the entry before and every column of this one. */
  readonly mac: string;
}

/** The state of a run. `finished` and `undone` are ends; `held` goes back to what it was once nothing is indeterminate. */
export type RunState = 'open' | 'finished' | 'undoing' | 'undone' | 'held';

/** A run: groups the steps of one task. */
export interface RunRow {
  readonly tenant: string;
  readonly id: string;
  readonly owner: string;
  readonly conversation: string;
  /** Whether the steps are undone when one of them fails. */
  readonly atomic: boolean;
  readonly state: RunState;
  /** What a run that is held was before; null otherwise. */
  readonly was: 'open' | 'undoing' | null;
  readonly opened: number;
  /** Milliseconds; from then on nothing more is begun, and an atomic run is undone. */
  readonly deadline: number;
  /** Milliseconds; when it reached an end, null before. */
  readonly ended: number | null;
  readonly revision: number;
  readonly mac: string;
}

/** One version of the catalogue and whether admission under it is still allowed. */
export interface CatalogueRow {
  readonly version: string;
  readonly state: 'in_force' | 'superseded';
  readonly since: number;
  readonly mac: string;
}

/** One evidence record. The order number that the database gives it is its own: outside this row and its MAC. */
export interface EvidenceRow {
  readonly tenant: string;
  readonly id: string;
  readonly type: string;
  readonly at: number;
  /** Canonical JSON. */
  readonly body: string;
  /** MAC of the record that this one follows from (settle, then admit, then approval), or null. */
  readonly previous: string | null;
  readonly mac: string;
}

/** A random key of one tenant or (tenant, subject), wrapped under the master secret. `subject` '' is the tenant's own. */
export interface WrappedKeyRow {
  readonly tenant: string;
  readonly subject: string;
  readonly id: string;
  readonly blob: string;
}

/** Which master secret the database belongs to. `check` verifies it without revealing it. */
export interface KeyRow {
  readonly id: string;
  readonly check: string;
}

/**
 * How a meter counts, with the bounds of this charge: all times in milliseconds, all units whole and not negative.
 * A window that follows a calendar has its bounds computed before the store is asked.
 */
export type MeterRule =
  /** At most `max` units from `from` until just before `until`. */
  | { readonly kind: 'fixed_window'; readonly max: number; readonly from: number; readonly until: number }
  /** At most `max` units in any `length` milliseconds, in at most `most` entries. */
  | { readonly kind: 'sliding_window'; readonly max: number; readonly length: number; readonly most: number }
  /**
   * Holds `max` units and gains `refill` of them every `every` milliseconds, a part in a part of the time; both are 1 or
   * more.
   */
  | { readonly kind: 'token_bucket'; readonly max: number; readonly refill: number; readonly every: number }
  /** At most `max` units, ever. */
  | { readonly kind: 'budget'; readonly max: number };

/** What one call takes from one meter. */
export interface Charge {
  /** The limit, by the name that the application gave it. */
  readonly limit: string;
  /** Names the meter within the tenant: blinded, over the limit and what it is kept per. */
  readonly key: string;
  readonly units: number;
  /** When, by the time of the decision. */
  readonly at: number;
  /** Charges with the same mark count once while they count; null: each counts. */
  readonly mark: string | null;
  readonly rule: MeterRule;
}

/** The counter of one meter. It carries no MAC, since the database itself advances it. */
export interface MeterRow {
  readonly tenant: string;
  readonly key: string;
  readonly limit: string;
  /**
   * Start of the window; of a sliding one and of a bucket, when it was counted last; 0 where time does not matter.
   */
  readonly from: number;
  /** From then on it constrains nothing and may be deleted; null: it always does. */
  readonly until: number | null;
  /** Units taken; of a bucket, what is missing in it, times `every`. */
  readonly units: number;
  /** What a sliding window holds, or the marks that were counted, as JSON; null where units are enough. */
  readonly entries: string | null;
}

/** The status of an approval row. `pending` and `approved` past `expires` read as expired; the others are ends. */
export type ApprovalStatus = 'pending' | 'approved' | 'consumed' | 'rejected' | 'revoked' | 'expired';

/** What a person is asked about one action, and what was answered. */
export interface ApprovalRow {
  readonly tenant: string;
  readonly id: string;
  /** The execution id that the effect will have: minted here, or taken over from a claim that may be tried once more. */
  readonly execution: string;
  readonly capability: string;
  /** The catalogue version under which it was asked for. */
  readonly catalogue: string;
  /** Who has to agree: the person who asks, or others. */
  readonly kind: 'confirm' | 'review';
  /** How many persons have to agree. */
  readonly quorum: number;
  /** Blinded principal, as the owner of calls. */
  readonly owner: string;
  /** Blinded conversation, as in calls. */
  readonly conversation: string;
  /** Blinded person behind the principal, so that it is known whose confirmations these are. */
  readonly person: string;
  /** Keyed fingerprint of the action digest, as in calls. At most one row a tenant and action is pending or approved. */
  readonly action: string;
  /** Keyed fingerprint of the target's identity. */
  readonly target: string;
  /** Blinded principal, capability, target and facts: what is refused for a time once a person has rejected it. */
  readonly alike: string;
  readonly status: ApprovalStatus;
  /** Milliseconds; when it was asked for. */
  readonly asked: number;
  /** Milliseconds; at this moment and later it is no longer valid. */
  readonly expires: number;
  /** Milliseconds; when its status was reached, null while pending. */
  readonly decided: number | null;
  /** After a rejection: milliseconds until which asking alike is refused. null otherwise, or once a person lifted it. */
  readonly refusedUntil: number | null;
  /** Who agreed, sealed under the tenant's key; null before the first vote. */
  readonly votes: string | null;
  /** What people are shown, sealed under the tenant's key; null once it ended. */
  readonly sealed: string | null;
  /** SHA-256 of the token of a gateway, null for approvals of calls. */
  readonly token: string | null;
  /**
   * MAC of the record that says how it came to stand as it does: the next record about it follows from that one. null
   * where that was written before records followed from one another.
   */
  readonly record: string | null;
  /** How many entries the history of the conversation had when people were asked; null where none is kept. */
  readonly entries: number | null;
  /** The model response that proposed it, blinded; null: it stood alone. */
  readonly step: string | null;
  readonly revision: number;
  readonly mac: string;
}

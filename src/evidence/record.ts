import type { OperatorReason, ReasonCode } from '../decision.ts';
import type { Actor } from './actor.ts';
import type { ApprovalRecord } from './approval-record.ts';
import type { ActionFacts, CallFacts } from './call-facts.ts';
import type { ConversationShared, RunChanged, RunOpened } from './run-record.ts';

/** How many the record stands for: 1 with the facts of that call, or those that followed the first within a second. */
export type Counted = {
  readonly count: number;
  readonly first: CallFacts | null;
};

/** A call was refused. `fault` tells a broken authorizer from one that said no. */
export type Refused = {
  readonly type: 'call.refused';
  /** null for a name that is not in the catalogue: the model chose that text. */
  readonly capability: string | null;
  readonly gate: string;
  readonly reason: ReasonCode;
  readonly fault: boolean;
  /** The code that the application's policy gave, or null. */
  readonly policy: string | null;
  /** What the boundary knows more, such as the state of a duplicate, or null. */
  readonly detail: string | null;
};

/** A call was answered from what is known of its id; nothing ran. */
export type Answered = {
  readonly type: 'call.answered';
  readonly capability: string | null;
  readonly answer: 'replayed' | 'in_progress' | 'failed' | 'indeterminate';
};

/** Something that should answer did not, so nothing could decide and nothing ran. Never a policy decision. */
export type Faulted = {
  readonly type: 'fault';
  readonly capability: string | null;
  /** The step that failed, for example `load` or `known-call`. */
  readonly step: string;
  readonly code: 'decision_unavailable' | 'state_tampered';
};

/** What is counted where it comes in numbers. */
export type Countable = Refused | Answered | Faulted;

/** A call was admitted: from here on the effect may have happened. */
export type CallAdmitted = Actor &
  ActionFacts & {
    readonly type: 'call.admitted';
  };

/** How an execution ended. `duration` in whole milliseconds. */
export type CallEnded = Actor &
  ActionFacts & {
    readonly type: 'call.executed' | 'call.failed' | 'call.indeterminate';
    readonly ended: 'returned' | 'threw' | 'not_performed' | 'deadline';
    /** Whether a transaction with everything in it was rolled back: nothing happened. */
    readonly undone: boolean;
    readonly duration: number;
    /** Whether a result was kept for replays. */
    readonly kept: boolean;
  };

/** The host reported what the model cost. Whole units; null where nothing was said. */
export type UsageReported = Actor & {
  readonly type: 'usage.reported';
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly plannerCalls: number | null;
};

/** A catalogue version came into force, or others were superseded. Belongs to the installation (tenant ''). */
export type CatalogueChanged = {
  readonly type: 'catalogue.registered' | 'catalogue.superseded';
  readonly versions: readonly string[];
  readonly reason: string | null;
};

/** An operator of the installation (tenant '') set recorded time back to the machine's. */
export type ClockWasReset = {
  readonly type: 'clock.reset';
  readonly operator: string;
  /** Who agreed, or null. */
  readonly second: string | null;
  readonly catalogue: string;
  readonly from: number;
  readonly to: number;
  /** How many counters of times that never were are gone. */
  readonly counters: number;
  readonly reason: string;
};

/** An operator said how a claim ended. Operators are fingerprints under the key of the tenant. */
export type ClaimResolved = {
  readonly type: 'claim.resolved';
  readonly operator: string;
  /** Who agreed, or null. */
  readonly second: string | null;
  readonly catalogue: string;
  readonly capability: string;
  readonly execution: string;
  readonly from: 'claimed' | 'indeterminate';
  readonly to: 'completed' | 'retryable';
  /** Whether the executor was within its deadline. */
  readonly forced: boolean;
  /** The operator's own words. */
  readonly reason: string;
};

/** An operator deleted counters that constrained nothing any more. */
export type LimitsPruned = {
  readonly type: 'limits.pruned';
  readonly operator: string;
  /** Who agreed, or null. */
  readonly second: string | null;
  readonly catalogue: string;
  /** How many this record stands for. Many are deleted in rounds, each with a record. */
  readonly count: number;
  /** The operator's own words. */
  readonly reason: string;
};

/** An act of an operator was refused. `fault` tells a broken directory from one that said no. */
export type OperatorRefused = {
  readonly type: 'operator.refused';
  readonly operator: string;
  readonly catalogue: string;
  readonly act:
    | 'claims.list'
    | 'claims.show'
    | 'claims.resolve'
    | 'limits.list'
    | 'limits.prune'
    | 'approvals.revoke'
    | 'runs.list'
    | 'runs.show'
    | 'runs.undo'
    | 'runs.release'
    | 'clock.reset';
  /** Fingerprint of the execution id that was asked for, known or not; null where none was. */
  readonly claim: string | null;
  readonly reason: OperatorReason;
  readonly fault: boolean;
  readonly count: number;
};

/**
 * Everything that evidence can say. Closed; adding a type is a minor change. No arguments or payloads, and no free text
 * but the reasons that people gave.
 */
export type EvidenceRecord =
  | (Countable & Counted & Actor)
  | CallAdmitted
  | CallEnded
  | UsageReported
  | CatalogueChanged
  | ClockWasReset
  | ClaimResolved
  | RunOpened
  | RunChanged
  | ConversationShared
  | LimitsPruned
  | OperatorRefused
  | ApprovalRecord;

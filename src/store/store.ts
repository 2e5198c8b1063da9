import type { Awaitable } from '../awaitable.ts';
import type { Clock } from '../clock.ts';
import type { Charged, Charging, ClockReset, Exceeded, MeterPage, Pruning } from './counting.ts';
import type { DecisionData } from './decision-data.ts';
import type {
  Addition,
  Chaining,
  EntryPage,
  Relied,
  RunChange,
  RunChanged,
  RunPage,
  RunTurn,
  Seen,
} from './history.ts';
import type { MigrationState } from './migration.ts';
import type {
  ApprovalRow,
  CallKey,
  CallRow,
  CatalogueRow,
  Charge,
  ConversationRow,
  EntryRow,
  EvidenceRow,
  KeyRow,
  MeterRow,
  RunRow,
  WrappedKeyRow,
} from './rows.ts';

export type { Awaitable } from '../awaitable.ts';
export type { Charged, Charging, ClockReset, Exceeded, MeterPage, Pruning } from './counting.ts';
export type { DecisionData } from './decision-data.ts';
export type {
  Addition,
  Chained,
  Chaining,
  ConversationKey,
  EntryPage,
  Relied,
  RunChange,
  RunChanged,
  RunData,
  RunPage,
  RunTurn,
  Seen,
} from './history.ts';

/** Everything admission compares and writes, in one transaction. */
export interface Admission {
  /** The call row as the checks saw it; null where there was none. */
  readonly seen: Seen | null;
  /** Must be in force, with exactly this MAC. */
  readonly catalogue: { readonly version: string; readonly mac: string };
  readonly relied: Relied;
  /** Written if the conversation has no row yet; otherwise nothing of it is touched. null: it is known to have one. */
  readonly conversation: ConversationRow | null;
  /** Its place in the history, or null where no rule reads it. */
  readonly history: Chaining | null;
  readonly call: CallRow;
  /** What limits take, at most once a meter, in the order of the bytes of their keys: locks are taken in it. */
  readonly charges: readonly Charge[];
  /** The approval that is consumed, or null where none is needed. It must not have expired by the store's clock. */
  readonly approval: ApprovalChange | null;
  readonly evidence: EvidenceRow;
}

/** The successor of an approval, written only if the row still has `seen`. */
export interface ApprovalChange {
  readonly seen: Seen;
  readonly approval: ApprovalRow;
}

/** An approval that gives way to another, with the record of its end. */
export interface Replacement extends ApprovalChange {
  readonly evidence: EvidenceRow;
}

/** The answer of admission. Anything but `admitted` wrote nothing. */
export type Admitted =
  | { readonly kind: 'admitted' }
  /** The call row moved since the checks: the known-call table answers with `call`. */
  | { readonly kind: 'call_moved'; readonly call: CallRow | null }
  /** Something that the checks relied on moved: check again. */
  | { readonly kind: 'moved'; readonly what: 'catalogue' | 'history' | 'run' }
  /**
   * The store's clock, read after the last lock, is more than two seconds from the charges, or past the edge of one of
   * their windows; or a meter shows that a later time was reached. `now` is the highest time that was met: check again
   * from there.
   */
  | { readonly kind: 'moved'; readonly what: 'clock'; readonly now: number }
  /** Every limit that has no room; none of them took anything. Comes before `held`. */
  | { readonly kind: 'limited'; readonly exceeded: readonly Exceeded[] }
  /** The approval is not what the checks saw. Comes after `limited`, before `held`. */
  | { readonly kind: 'approval_moved'; readonly approval: ApprovalRow | null }
  /** Another call holds the operation. */
  | { readonly kind: 'held'; readonly holder: CallRow };

/** The successor of a call row with the evidence that reports it, written only if the row still has `seen`. */
export interface Settlement {
  readonly seen: Seen;
  readonly call: CallRow;
  /** Charges of the admission that are given back. One whose window is over is dropped. */
  readonly giveBack: readonly Charge[];
  /**
   * The approval that is valid again, where nothing was performed; null otherwise. Dropped if it moved meanwhile, or if
   * another of the same action is pending or approved by now.
   */
  readonly approval: ApprovalChange | null;
  /** The entries that its end makes, or null. */
  readonly history: Chaining | null;
  /** How its run goes on, or null where it has none. */
  readonly run: RunTurn | null;
  readonly evidence: EvidenceRow;
}

/** The answer of settling; `moved` wrote nothing and shows the row as it is now. */
export type Settled =
  { readonly kind: 'settled' } | { readonly kind: 'moved'; readonly call: CallRow | null };

/** A call that is over, or waits for a person, without having been admitted: written whole, unless its id was taken. */
export interface FinishedCall {
  readonly seen: Seen | null;
  /** As at admission. */
  readonly conversation: ConversationRow | null;
  readonly history: Chaining | null;
  /** As at settling. */
  readonly run: RunTurn | null;
  readonly call: CallRow;
  readonly evidence: EvidenceRow;
}

/** The answer of a transaction that an executor runs in. */
export type Transacted =
  | Exclude<Admitted, { readonly kind: 'admitted' }>
  | { readonly kind: 'settled' }
  /** Rolled back: nothing is left behind. */
  | { readonly kind: 'undone' }
  /** The executor ended the transaction itself: what it did may have happened, outside of any protection. */
  | { readonly kind: 'broken' };

/** Everything that asking people writes, in one transaction. */
export interface ApprovalRequest {
  /** As at admission. */
  readonly seen: Seen | null;
  readonly catalogue: { readonly version: string; readonly mac: string };
  /** The run that the call is a step of, as at admission. */
  readonly run: Relied['run'];
  readonly conversation: ConversationRow | null;
  /** The call, `asked`; null for a gateway, which brings none. */
  readonly call: CallRow | null;
  readonly approval: ApprovalRow;
  /**
   * The one of the same action that gives way: its successor says whether it is over (`isOver`) or taken back because it
   * would not count any more. null where there is none. Dropped, with its record, where it is not pending or approved any
   * more: somebody else has written how it ended.
   */
  readonly replaces: Replacement | null;
  /** Others of the tenant that have expired, as their successors say; each is dropped where it is another one by now. */
  readonly overdue: readonly Replacement[];
  /** At most so many approvals of one conversation that are pending and not over. */
  readonly mostPending: number;
  /** How many may be asked for is a limit like others. */
  readonly charges: readonly Charge[];
  readonly evidence: EvidenceRow;
}

/** The answer of asking. Anything but `requested` wrote nothing. */
export type Requested =
  | { readonly kind: 'requested' }
  /** One of the same action is pending or approved and not over, or is over and not what was to be replaced. */
  | { readonly kind: 'existing'; readonly approval: ApprovalRow }
  /** The same was rejected, and asking alike is refused until then. */
  | { readonly kind: 'rejected'; readonly approval: ApprovalRow }
  /** The conversation has as many pending as it may. */
  | { readonly kind: 'too_many' }
  | Extract<Admitted, { readonly kind: 'call_moved' | 'moved' | 'limited' }>;

/** An action that people may have been asked about. */
export interface AskedAction {
  readonly action: string;
  readonly alike: string;
  /** Milliseconds: rejections that refuse asking alike beyond it count. */
  readonly now: number;
}

/** What is known of people's answers about one action. */
export interface ApprovalsOfAction {
  /** The row that is pending or approved (it may have expired), or null. */
  readonly live: ApprovalRow | null;
  /** The one that ended last, or null. */
  readonly ended: ApprovalRow | null;
  /** A rejection of the same that still holds at `now`, or null. */
  readonly rejected: ApprovalRow | null;
  /** At most two others of the tenant that are pending or approved and have expired at `now`, the oldest first. */
  readonly overdue: readonly ApprovalRow[];
}

/** The approval that a token belongs to, or null; in one statement with the time that it is judged by, as for decisions. */
export interface FoundByToken {
  readonly now: number;
  readonly approval: ApprovalRow | null;
}

/** A page of the approvals of a tenant that are pending or approved, in the order of the bytes of their ids. */
export interface ApprovalPage {
  readonly tenant: string;
  readonly after: string;
  readonly limit: number;
  /** Only those that this person has to confirm, or null for all. */
  readonly person: string | null;
  /** Only those of this capability, owner or catalogue version, or null for all. For revoking many. */
  readonly of: Readonly<Partial<Pick<ApprovalRow, 'capability' | 'owner' | 'catalogue'>>> | null;
}

/** The answer of deciding; `moved` wrote nothing and shows the row as it is now. */
export type Decided =
  { readonly kind: 'decided' } | { readonly kind: 'moved'; readonly approval: ApprovalRow | null };

/** A page of evidence in the order of the database. `after` is the `order` of the last record already read. */
export interface EvidencePage {
  readonly tenant: string;
  readonly after: number;
  readonly limit: number;
}

/** A page of the calls of a tenant that nobody knows the end of. `after` is the `execution` of the last one read, or ''. */
export interface UnresolvedPage {
  readonly tenant: string;
  readonly after: string;
  readonly limit: number;
}

/**
 * The port through which the boundary keeps state. Every operation is whole: it happens entirely or not at all, and
 * has committed durably when its answer is there. A store compares and writes what it is handed and decides nothing.
 * Faults are thrown as `BoundaryError` with a `store_*` code or `outer_transaction`; nothing is half-written then. A
 * `Tampered`, from a function that it was handed, is thrown on as it is.
 * `countersign/testing` exports the conformance suite that every implementation passes.
 */
export interface Store {
  /** Shown by `doctor`, for example `sqlite (node:sqlite) app.db`. */
  readonly description: string;
  /** False where everything is lost with the process. */
  readonly durable: boolean;
  /** The absolute path of the database file, where there is one: a development key is made beside it. */
  readonly file: string | null;

  /**
   * Every step of the schema and whether this database has it. Changes nothing, makes no database and needs no
   * `open`. Throws `store_newer` as opening would.
   */
  migrations(): Awaitable<readonly MigrationState[]>;
  /**
   * Connects and migrates under a lock; many processes may do so at once. Comes before the rest. A store that is open
   * already refuses (`options_invalid`); one that was closed, or could not be opened, may be opened again.
   */
  open(clock: Clock): Awaitable<void>;
  /** Stops accepting, lets what is queued commit, disconnects. Idempotent. */
  close(): Awaitable<void>;

  /** The key this database belongs to; adopts `key` if it belongs to none yet. */
  adoptKey(key: KeyRow): Awaitable<KeyRow>;
  /** The key this database belongs to, or null. */
  currentKey(): Awaitable<KeyRow | null>;
  wrappedKey(tenant: string, subject: string): Awaitable<WrappedKeyRow | null>;
  /** Adds a key, or answers with the one that was there first. */
  addWrappedKey(row: WrappedKeyRow): Awaitable<WrappedKeyRow>;

  /** Adds a catalogue version with its evidence, or answers with the row that was there and writes nothing. */
  registerCatalogue(row: CatalogueRow, evidence: EvidenceRow): Awaitable<CatalogueRow>;
  catalogues(): Awaitable<readonly CatalogueRow[]>;
  /**
   * Writes each row over the one of its version, with the evidence that reports it. True where it did; false, and
   * nothing written, where a row of `seen` is no longer what it was.
   */
  replaceCatalogues(
    seen: readonly CatalogueRow[],
    rows: readonly CatalogueRow[],
    evidence: EvidenceRow,
  ): Awaitable<boolean>;

  /** `run`: the run that the call is asked for in, where it is. */
  loadForDecision(call: CallKey, catalogue: string, run?: string): Awaitable<DecisionData>;
  /** Entries of a history, in their order. Reads only. */
  entries(page: EntryPage): Awaitable<readonly EntryRow[]>;
  /** Adds entries that no call makes. */
  append(addition: Addition): Awaitable<void>;
  /** A run of the tenant, whatever its state, or null. Reads only. */
  run(tenant: string, id: string): Awaitable<RunRow | null>;
  /** Reads only. */
  runs(page: RunPage): Awaitable<readonly RunRow[]>;
  /** Every call of a run, its undo calls among them, in no particular order. Reads only. */
  callsOfRun(tenant: string, run: string): Awaitable<readonly CallRow[]>;
  changeRun(change: RunChange): Awaitable<RunChanged>;
  /** The call that holds an operation, or null. Reads only. */
  holder(tenant: string, operation: string): Awaitable<CallRow | null>;
  /** Calls that are claimed or indeterminate, in the order of the bytes of their execution ids. Reads only. */
  unresolved(page: UnresolvedPage): Awaitable<readonly CallRow[]>;
  /**
   * The call of a tenant that an execution id belongs to, whatever its state, or null. One that may have had an effect
   * comes before one that had none; one that is `asked` has claimed nothing and is not shown. Reads only.
   */
  claimOf(tenant: string, execution: string): Awaitable<CallRow | null>;
  /** What people answered about an action, and about what is alike. Reads only. */
  approvalsOf(tenant: string, asked: AskedAction): Awaitable<ApprovalsOfAction>;
  /** One approval, whatever its status. Reads only. */
  approval(tenant: string, id: string): Awaitable<ApprovalRow | null>;
  /** The approval that a gateway's token belongs to, of whichever tenant; by its SHA-256. Reads only. */
  approvalByToken(token: string): Awaitable<FoundByToken>;
  /** Reads only. */
  approvals(page: ApprovalPage): Awaitable<readonly ApprovalRow[]>;
  requestApproval(request: ApprovalRequest): Awaitable<Requested>;
  /** Writes one answer with its evidence: a vote, a rejection, a revocation, an expiry, a renewal. */
  decideApproval(change: ApprovalChange, evidence: EvidenceRow): Awaitable<Decided>;
  admit(admission: Admission): Awaitable<Admitted>;
  settle(settlement: Settlement): Awaitable<Settled>;
  finish(finished: FinishedCall): Awaitable<Settled>;
  /** Whether executors can share a transaction with admission: it takes a database that a second connection reaches. */
  readonly transactional: boolean;
  /**
   * Admits, runs `effect` and settles in one transaction on a connection of its own, whose raw handle `effect` gets.
   * null from `effect`, or a rejection, undoes everything; the handle is closed before the answer is there, so that what
   * an executor does late fails. Where an error is thrown the transaction may have committed all the same: the call row
   * says whether.
   */
  transact(admission: Admission, effect: (tx: unknown) => Promise<Settlement | null>): Awaitable<Transacted>;

  /** Takes, counts or looks up what limits have counted, outside an admission. */
  charge(charging: Charging): Awaitable<Charged>;
  /** Meters in the order of the bytes of their keys. Reads only. */
  meters(page: MeterPage): Awaitable<readonly MeterRow[]>;
  /** Deletes meters that constrain nothing any more, with the evidence; answers how many. `evidence` hears the number. */
  pruneMeters(pruning: Pruning, evidence: (count: number) => EvidenceRow): Awaitable<number>;

  /**
   * Takes the machine's time as the highest that was met, though a later one was, and deletes counters that began later,
   * with the evidence. A process that still runs knows of the later time and records it again: others end first.
   */
  resetClock(evidence: (reset: ClockReset) => EvidenceRow): Awaitable<ClockReset>;

  /** Appends in a transaction of its own. */
  appendEvidence(records: readonly EvidenceRow[]): Awaitable<void>;
  evidence(page: EvidencePage): Awaitable<readonly (EvidenceRow & { readonly order: number })[]>;
}

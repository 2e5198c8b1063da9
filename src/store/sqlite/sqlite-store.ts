import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../../clock.ts';
import { BoundaryError } from '../../errors.ts';
import { Lifetime } from '../lifetime.ts';
import type { CallKey, CallRow, CatalogueRow, EvidenceRow, KeyRow, RunRow, WrappedKeyRow } from '../rows.ts';
import type {
  Addition,
  Admission,
  ApprovalChange,
  ApprovalPage,
  ApprovalRequest,
  AskedAction,
  Awaitable,
  Charged,
  Charging,
  ClockReset,
  EntryPage,
  EvidencePage,
  FinishedCall,
  MeterPage,
  Pruning,
  RunChange,
  RunPage,
  Settlement,
  Store,
  Transacted,
  UnresolvedPage,
} from '../store.ts';
import { retryWhileBusy } from './backoff.ts';
import { type Connection, connect } from './connection.ts';
import type { Driver, DriverName } from './driver.ts';
import { outerTransaction, storeFault } from './fault.ts';
import { migrationStates } from './migrate.ts';
import { migrations } from './migrations.ts';
import { type Effect, LentTransactions } from './transact.ts';
import { type Reads, readsAlone, readsTogether } from './reads.ts';
import { Writer } from './writer.ts';

/** Where the database is and how to come by a connection. */
export interface Origin {
  readonly driver: DriverName;
  /** The absolute path, or null where it is in memory. */
  readonly file: string | null;
  /** How the application named it, for messages. */
  readonly shown: string;
  readonly synchronous: 'FULL' | 'NORMAL';
  /** False for a handle of the application, which stays open. */
  readonly owned: boolean;
  readonly open: () => Awaitable<Driver>;
  /** Opens one more connection to the same database; null where only one can reach it. */
  readonly openAnother: (() => Awaitable<Driver>) | null;
}

/** What an open store works with. */
interface Open {
  readonly driver: Driver;
  readonly reads: Reads;
  readonly writer: Writer;
  readonly lent: LentTransactions | null;
  readonly on: Connection;
}

/** The store on one connection. Reads answer at once; writes go through the connection's `Writer`. */
export class SqliteStore implements Store {
  readonly description: string;
  readonly durable: boolean;
  readonly file: string | null;
  readonly transactional: boolean;
  readonly #origin: Origin;
  readonly #lifetime = new Lifetime<Open>();

  constructor(origin: Origin) {
    this.#origin = origin;
    this.file = origin.file;
    this.durable = origin.file !== null;
    this.transactional = origin.openAnother !== null;
    this.description = `sqlite (${origin.driver}) ${origin.file === null ? ':memory:' : basename(origin.file)}`;
  }

  async migrations() {
    const { owned, open } = this.#origin;
    const used = this.#lifetime.open;
    if (used !== null) return migrationStates(used.driver, migrations);
    // Opening would make the file.
    if (owned && (this.file === null || !existsSync(this.file))) return migrationStates(null, migrations);
    let driver: Driver | null = null;
    try {
      const opened = await open();
      driver = opened;
      return await retryWhileBusy('migrations', () => migrationStates(opened, migrations));
    } catch (error) {
      throw storeFault('migrations', error);
    } finally {
      if (owned) driver?.close();
    }
  }

  async open(clock: Clock): Promise<void> {
    await this.#lifetime.begin(() => this.#connect(clock));
  }

  async close(): Promise<void> {
    await this.#lifetime.end(
      async ({ lent, writer }) => {
        await lent?.drain();
        await writer.drain();
      },
      ({ reads, driver }) => {
        reads.end();
        if (this.#origin.owned) driver.close();
      },
    );
  }

  async #connect(clock: Clock): Promise<Open> {
    const { synchronous, owned, file, shown, open, openAnother } = this.#origin;
    let driver: Driver;
    try {
      driver = await open();
    } catch (error) {
      throw storeFault('open', error);
    }
    if (driver.inTransaction) throw outerTransaction('open');
    try {
      const on = await retryWhileBusy(`open ${shown}`, () => connect(driver, clock, synchronous));
      const reads = owned && file !== null ? readsTogether(driver) : readsAlone;
      const writer = new Writer(driver, reads);
      const lent =
        openAnother && new LentTransactions({ open: openAnother, synchronous, time: on.time, writer });
      return { driver, on, reads, writer, lent };
    } catch (error) {
      if (owned) driver.close();
      throw error;
    }
  }

  adoptKey(key: KeyRow) {
    return this.#write('adoptKey', (on) => on.keys.adopt(key));
  }

  currentKey() {
    return this.#read('currentKey', (on) => on.keys.current());
  }

  wrappedKey(tenant: string, subject: string) {
    return this.#read('wrappedKey', (on) => on.keys.wrapped(tenant, subject));
  }

  addWrappedKey(row: WrappedKeyRow) {
    return this.#write('addWrappedKey', (on) => on.keys.addWrapped(row));
  }

  registerCatalogue(row: CatalogueRow, evidence: EvidenceRow) {
    return this.#write('registerCatalogue', (on) => on.catalogues.register(row, evidence));
  }

  catalogues() {
    return this.#read('catalogues', (on) => on.catalogues.all());
  }

  replaceCatalogues(seen: readonly CatalogueRow[], rows: readonly CatalogueRow[], evidence: EvidenceRow) {
    return this.#write('replaceCatalogues', (on) => on.catalogues.replace(seen, rows, evidence));
  }

  loadForDecision(call: CallKey, catalogue: string, run?: string) {
    this.#lifetime.open?.writer.begin();
    return this.#read('loadForDecision', (on) => {
      const data = on.loadForDecision(call, catalogue, run);
      return { ...data, now: on.time.now(data.now) };
    });
  }

  entries(page: EntryPage) {
    return this.#read('entries', (on) => on.histories.page(page));
  }

  append({ history, evidence, ...of }: Addition) {
    return this.#write('append', (on) => {
      on.histories.chain(of, history);
      if (evidence !== null) on.appendEvidence(evidence);
    });
  }

  run(tenant: string, id: string): Awaitable<RunRow | null> {
    return this.#read('run', (on) => on.runs.find(tenant, id));
  }

  runs(page: RunPage) {
    return this.#read('runs', (on) => on.runs.page(page));
  }

  callsOfRun(tenant: string, run: string) {
    return this.#read('callsOfRun', (on) => on.runs.calls(tenant, run));
  }

  changeRun(change: RunChange) {
    return this.#write('changeRun', (on) => on.changeRun(change));
  }

  holder(tenant: string, operation: string): Awaitable<CallRow | null> {
    return this.#read('holder', (on) => on.holder(tenant, operation));
  }

  unresolved(page: UnresolvedPage) {
    return this.#read('unresolved', (on) => on.unresolved(page));
  }

  claimOf(tenant: string, execution: string): Awaitable<CallRow | null> {
    return this.#read('claimOf', (on) => on.claimOf(tenant, execution));
  }

  approvalsOf(tenant: string, asked: AskedAction) {
    return this.#read('approvalsOf', (on) => on.approvalsOf(tenant, asked));
  }

  approval(tenant: string, id: string) {
    return this.#read('approval', (on) => on.approval({ tenant, id }));
  }

  approvalByToken(token: string) {
    return this.#read('approvalByToken', (on) => {
      const found = on.approvalByToken(token);
      return { ...found, now: on.time.now(found.now) };
    });
  }

  approvals(page: ApprovalPage) {
    return this.#read('approvals', (on) => on.approvals(page));
  }

  requestApproval(request: ApprovalRequest) {
    return this.#write('requestApproval', (on) => on.requestApproval(request));
  }

  decideApproval(change: ApprovalChange, evidence: EvidenceRow) {
    return this.#write('decideApproval', (on) => on.decideApproval(change, evidence));
  }

  admit(admission: Admission) {
    return this.#write('admit', (on) => on.admit(admission));
  }

  settle(settlement: Settlement) {
    return this.#write('settle', (on) => on.settle(settlement));
  }

  finish(finished: FinishedCall) {
    return this.#write('finish', (on) => on.finish(finished));
  }

  transact(admission: Admission, effect: Effect): Promise<Transacted> {
    const { driver, lent } = this.#lifetime.opened('transact');
    if (lent === null) {
      throw new BoundaryError(
        'store_failed',
        'transact: a database in memory has one connection, so no executor can have a transaction of its own: use a file',
      );
    }
    if (!this.#origin.owned && driver.inTransaction) throw outerTransaction('transact');
    return lent.run(admission, effect);
  }

  charge(charging: Charging): Awaitable<Charged> {
    const charge = (on: Connection) => on.charge(charging);
    return charging.how === 'look' ? this.#read('charge', charge) : this.#write('charge', charge);
  }

  meters(page: MeterPage) {
    return this.#read('meters', (on) => on.meters(page));
  }

  pruneMeters(pruning: Pruning, evidence: (count: number) => EvidenceRow) {
    return this.#write('pruneMeters', (on) => on.pruneMeters(pruning, evidence));
  }

  resetClock(evidence: (reset: ClockReset) => EvidenceRow) {
    return this.#write('resetClock', (on) => on.resetClock(evidence));
  }

  appendEvidence(records: readonly EvidenceRow[]) {
    return this.#write('appendEvidence', (on) => {
      for (const record of records) on.appendEvidence(record);
    });
  }

  evidence(page: EvidencePage) {
    return this.#read('evidence', (on) => on.evidence(page));
  }

  #read<T>(operation: string, work: (on: Connection) => T): Awaitable<T> {
    const { driver, reads, on } = this.#lifetime.opened(operation);
    // Inside somebody's transaction it would read what is not committed.
    if (!this.#origin.owned && driver.inTransaction) throw outerTransaction(operation);
    return retryWhileBusy(operation, () => reads.read(() => work(on)));
  }

  #write<T>(operation: string, work: (on: Connection) => T): Awaitable<T> {
    const { writer, on } = this.#lifetime.opened(operation);
    return writer.write(operation, () => {
      const result = work(on);
      on.time.record();
      return result;
    });
  }
}

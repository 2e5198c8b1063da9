import type { Clock } from '../../clock.ts';
import { Lifetime } from '../lifetime.ts';
import type { CallKey, CatalogueRow, EvidenceRow, KeyRow, WrappedKeyRow } from '../rows.ts';
import type {
  Addition,
  Admission,
  Admitted,
  ApprovalChange,
  ApprovalPage,
  ApprovalRequest,
  AskedAction,
  Awaitable,
  Charging,
  ClockReset,
  Decided,
  EntryPage,
  EvidencePage,
  FinishedCall,
  MeterPage,
  Pruning,
  Requested,
  RunChange,
  RunChanged,
  RunPage,
  Settled,
  Settlement,
  Store,
  UnresolvedPage,
} from '../store.ts';
import { type Doubt, isOwn } from './doubt.ts';
import type { OwnPool, PgPool } from './driver.ts';
import { storeFault } from './fault.ts';
import { checkServer, migrate, migrationStates } from './migrate.ts';
import { migrations } from './migrations.ts';
import { type Operations, operations } from './operations.ts';
import type { On } from './statement.ts';
import { isStraightAdmission, isStraightEnd, isStraightSettlement } from './straight.ts';
import { type Effect, LentTransactions } from './transact.ts';
import { Transactions } from './transaction.ts';

/** Where the database is and how to come by connections. */
export interface Origin {
  /** What the database is called, for messages. */
  readonly shown: string;
  readonly schema: string;
  /** How many transactions are lent to executors at a time. */
  readonly lent: number;
  /** The application's pool, which stays open, or how to open one of our own. */
  readonly pool: PgPool | (() => Awaitable<OwnPool>);
}

/** What an open store works with. */
interface Open {
  readonly transactions: Transactions;
  readonly by: Operations;
  readonly lent: LentTransactions;
  readonly end: () => Promise<void>;
}

/** The store on a pool of connections: reads take one for a statement, writes for a transaction. */
export class PostgresStore implements Store {
  readonly description: string;
  readonly durable = true;
  readonly file = null;
  readonly transactional = true;
  readonly #origin: Origin;
  readonly #lifetime = new Lifetime<Open>();
  /** What was accepted and has no answer yet. */
  readonly #running = new Set<Promise<unknown>>();

  constructor(origin: Origin) {
    this.#origin = origin;
    this.description = `postgres ${origin.shown}`;
  }

  async migrations() {
    const { schema } = this.#origin;
    const [pool, end] = await this.#pool();
    try {
      const transactions = new Transactions(pool, true);
      return await transactions.reading('migrations', (on) => migrationStates(on, schema, migrations));
    } finally {
      await end();
    }
  }

  async open(clock: Clock): Promise<void> {
    await this.#lifetime.begin(() => this.#connect(clock));
  }

  async close(): Promise<void> {
    await this.#lifetime.end(
      async () => {
        await Promise.allSettled(this.#running);
      },
      ({ end }) => end(),
    );
  }

  async #connect(clock: Clock): Promise<Open> {
    const { schema, lent: most } = this.#origin;
    const [pool, end] = await this.#pool();
    try {
      const transactions = new Transactions(pool, typeof this.#origin.pool === 'function');
      await transactions.reading('open', checkServer);
      await transactions.whole('open', (_, client) => migrate(client, schema, migrations));
      const by = operations(schema, clock);
      const lent = new LentTransactions({ pool, transactions, tables: by.tables, most });
      return { transactions, by, lent, end };
    } catch (error) {
      await end();
      throw error;
    }
  }

  async #pool(): Promise<readonly [pool: PgPool, end: () => Promise<void>]> {
    const { pool } = this.#origin;
    if (typeof pool !== 'function') return [pool, async () => {}];
    try {
      const own = await pool();
      return [own, () => own.end()];
    } catch (error) {
      throw storeFault('open', error);
    }
  }

  adoptKey(key: KeyRow) {
    return this.#write('adoptKey', (on, by) => by.keys.adopt(on, key));
  }

  currentKey() {
    return this.#read('currentKey', (on, by) => by.keys.current(on));
  }

  wrappedKey(tenant: string, subject: string) {
    return this.#read('wrappedKey', (on, by) => by.keys.wrapped(on, tenant, subject));
  }

  addWrappedKey(row: WrappedKeyRow) {
    return this.#write('addWrappedKey', (on, by) => by.keys.addWrapped(on, row));
  }

  registerCatalogue(row: CatalogueRow, evidence: EvidenceRow) {
    return this.#write('registerCatalogue', (on, by) => by.catalogues.register(on, row, evidence));
  }

  catalogues() {
    return this.#read('catalogues', (on, by) => by.catalogues.all(on));
  }

  replaceCatalogues(seen: readonly CatalogueRow[], rows: readonly CatalogueRow[], evidence: EvidenceRow) {
    return this.#write('replaceCatalogues', (on, by) => by.catalogues.replace(on, seen, rows, evidence));
  }

  loadForDecision(call: CallKey, catalogue: string, run?: string) {
    return this.#read('loadForDecision', (on, by) => by.loadForDecision(on, call, catalogue, run));
  }

  entries(page: EntryPage) {
    return this.#read('entries', (on, by) => by.histories.page(on, page));
  }

  append(addition: Addition) {
    return this.#write('append', (on, by) => by.append(on, addition));
  }

  run(tenant: string, id: string) {
    return this.#read('run', (on, by) => by.runs.find(on, tenant, id));
  }

  runs(page: RunPage) {
    return this.#read('runs', (on, by) => by.runs.page(on, page));
  }

  callsOfRun(tenant: string, run: string) {
    return this.#read('callsOfRun', (on, by) => by.runs.calls(on, tenant, run));
  }

  async changeRun(change: RunChange): Promise<RunChanged> {
    const doubt: Doubt = { is: false };
    const answer = await this.#write('changeRun', (on, by) => by.changeRun(on, change), doubt);
    const own = answer.kind === 'moved' && isOwn(doubt, answer.run, change.run);
    return own ? { kind: 'changed' } : answer;
  }

  holder(tenant: string, operation: string) {
    return this.#read('holder', (on, by) => by.holder(on, tenant, operation));
  }

  unresolved(page: UnresolvedPage) {
    return this.#read('unresolved', (on, by) => by.unresolved(on, page));
  }

  claimOf(tenant: string, execution: string) {
    return this.#read('claimOf', (on, by) => by.claimOf(on, tenant, execution));
  }

  approvalsOf(tenant: string, asked: AskedAction) {
    return this.#read('approvalsOf', (on, by) => by.approvalsOf(on, tenant, asked));
  }

  approval(tenant: string, id: string) {
    return this.#read('approval', (on, by) => by.approval(on, { tenant, id }));
  }

  approvalByToken(token: string) {
    return this.#read('approvalByToken', (on, by) => by.approvalByToken(on, token));
  }

  approvals(page: ApprovalPage) {
    return this.#read('approvals', (on, by) => by.approvals(on, page));
  }

  async requestApproval(request: ApprovalRequest): Promise<Requested> {
    const doubt: Doubt = { is: false };
    const work = (on: On, by: Operations) => by.requestApproval(on, request);
    const answer = await this.#write('requestApproval', work, doubt);
    const own =
      (answer.kind === 'existing' && isOwn(doubt, answer.approval, request.approval)) ||
      (answer.kind === 'call_moved' && isOwn(doubt, answer.call, request.call));
    return own ? { kind: 'requested' } : answer;
  }

  async decideApproval(change: ApprovalChange, evidence: EvidenceRow): Promise<Decided> {
    const doubt: Doubt = { is: false };
    const work = (on: On, by: Operations) => by.decideApproval(on, change, evidence);
    const answer = await this.#write('decideApproval', work, doubt);
    const own = answer.kind === 'moved' && isOwn(doubt, answer.approval, change.approval);
    return own ? { kind: 'decided' } : answer;
  }

  admit(admission: Admission): Promise<Admitted> {
    return this.#accept('admit', async (open) => {
      const { transactions, by } = await recorded(open);
      const doubt: Doubt = { is: false };
      if (isStraightAdmission(admission)) {
        const work = (on: On) => by.straight.admit(on, admission);
        const admitted =
          admission.charges.length === 0
            ? await transactions.single('admit', work, doubt)
            : await transactions.whole('admit', work, doubt);
        if (admitted) return { kind: 'admitted' };
      }
      const answer = await transactions.whole('admit', (on) => by.admit(on, admission), doubt);
      const own = answer.kind === 'call_moved' && isOwn(doubt, answer.call, admission.call);
      return own ? { kind: 'admitted' } : answer;
    });
  }

  settle(settlement: Settlement): Promise<Settled> {
    return this.#accept('settle', async (open) => {
      const { transactions, by } = await recorded(open);
      const doubt: Doubt = { is: false };
      const answer = isStraightSettlement(settlement)
        ? await transactions.single('settle', (on) => by.straight.settle(on, settlement), doubt)
        : await transactions.whole('settle', (on) => by.settle(on, settlement), doubt);
      const own = answer.kind === 'moved' && isOwn(doubt, answer.call, settlement.call);
      return own ? { kind: 'settled' } : answer;
    });
  }

  finish(finished: FinishedCall): Promise<Settled> {
    return this.#accept('finish', async (open) => {
      const { transactions, by } = await recorded(open);
      const doubt: Doubt = { is: false };
      if (isStraightEnd(finished)) {
        const done = await transactions.single('finish', (on) => by.straight.finish(on, finished), doubt);
        if (done) return { kind: 'settled' };
      }
      const answer = await transactions.whole('finish', (on) => by.finish(on, finished), doubt);
      const own = answer.kind === 'moved' && isOwn(doubt, answer.call, finished.call);
      return own ? { kind: 'settled' } : answer;
    });
  }

  transact(admission: Admission, effect: Effect) {
    return this.#accept('transact', async (open) => {
      await recorded(open);
      return open.lent.run(admission, effect);
    });
  }

  charge(charging: Charging) {
    const charge = (on: On, by: Operations) => by.charge(on, charging);
    return charging.how === 'look' ? this.#read('charge', charge) : this.#write('charge', charge);
  }

  meters(page: MeterPage) {
    return this.#read('meters', (on, by) => by.meters(on, page));
  }

  pruneMeters(pruning: Pruning, evidence: (count: number) => EvidenceRow) {
    return this.#write('pruneMeters', (on, by) => by.pruneMeters(on, pruning, evidence));
  }

  resetClock(evidence: (reset: ClockReset) => EvidenceRow) {
    return this.#accept('resetClock', async ({ transactions, by }) => {
      const reset = await transactions.whole('resetClock', (on) => by.resetClock(on, evidence));
      by.time.forget(reset.to);
      return reset;
    });
  }

  appendEvidence(records: readonly EvidenceRow[]) {
    return this.#write('appendEvidence', async (on, by) => {
      for (const record of records) await by.appendEvidence(on, record);
    });
  }

  evidence(page: EvidencePage) {
    return this.#read('evidence', (on, by) => by.evidence(on, page));
  }

  #read<T>(operation: string, work: (on: On, by: Operations) => Promise<T>): Promise<T> {
    return this.#accept(operation, ({ transactions, by }) =>
      transactions.reading(operation, (on) => work(on, by)),
    );
  }

  #write<T>(operation: string, work: (on: On, by: Operations) => Promise<T>, doubt?: Doubt): Promise<T> {
    return this.#accept(operation, async (open) => {
      const { transactions, by } = await recorded(open);
      return transactions.whole(operation, (on) => work(on, by), doubt);
    });
  }

  #accept<T>(operation: string, work: (open: Open) => Promise<T>): Promise<T> {
    const running = work(this.#lifetime.opened(operation)).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }
}

/** Records the time that was met before more is written, where it lags behind. */
async function recorded(open: Open): Promise<Open> {
  const { transactions, by } = open;
  if (by.time.isDue()) await transactions.single('time', (on) => by.time.record(on));
  return open;
}

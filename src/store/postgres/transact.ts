import { BoundaryError } from '../../errors.ts';
import type { Admission, Admitted, Settlement, Transacted } from '../store.ts';
import { Columns } from '../table/columns.ts';
import { admit } from './admit.ts';
import { later } from './backoff.ts';
import type { PgClient, PgPool } from './driver.ts';
import { storeFault } from './fault.ts';
import { settle } from './settle.ts';
import { Slots } from './slots.ts';
import { type On, onClient, sqlFor, type Statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { begin, commit, connected, giveBack, type Transactions, undo } from './transaction.ts';

/** Runs in the transaction with the connection; answers what to settle, or null to undo. */
export type Effect = (tx: unknown) => Promise<Settlement | null>;

/** What transactions that executors run in need of their store. */
export interface Lender {
  readonly pool: PgPool;
  readonly transactions: Transactions;
  readonly tables: Tables;
  /** So many at a time: connections are left for what executors, and everybody else, ask of the store meanwhile. */
  readonly most: number;
}

/** A connection inside the transaction that a call was admitted in, which has this id, in a process of the server. */
interface Lent {
  readonly client: PgClient;
  readonly on: On;
  readonly id: string | null;
  readonly process: number;
}

/** So many milliseconds may a statement go on that an executor left behind; then it is cancelled. */
const leftBehind = 500;

/**
 * Transactions that executors run in, each on a connection that nobody else uses and that is closed before the answer
 * is there.
 */
export class LentTransactions {
  readonly #lender: Lender;
  readonly #slots: Slots;
  readonly #current: Statement;
  readonly #cancel: Statement;
  readonly #admit;
  readonly #settle;

  constructor(lender: Lender) {
    this.#lender = lender;
    this.#slots = new Slots(lender.most);
    this.#current = sqlFor('')('SELECT pg_current_xact_id_if_assigned()::text, pg_backend_pid()');
    this.#cancel = sqlFor('')('SELECT pg_cancel_backend(?::integer)');
    this.#admit = admit(lender.tables, true);
    this.#settle = settle(lender.tables);
  }

  /** Admits, lends, settles and commits, or undoes. */
  run(admission: Admission, effect: Effect): Promise<Transacted> {
    return this.#slots.take(async () => {
      // Until the executor has run, nothing but the admission is made again.
      const begun = await this.#lender.transactions.tried('transact', () => this.#begin(admission));
      if ('kind' in begun) return begun;
      try {
        return await this.#lent(begun, effect);
      } finally {
        giveBack(begun.client, true);
      }
    });
  }

  async #begin(admission: Admission): Promise<Lent | Exclude<Admitted, { readonly kind: 'admitted' }>> {
    const client = await connected(this.#lender.pool, 'transact');
    let lent = false;
    try {
      await begin(client);
      const on = onClient(client);
      const answer = await this.#admit(on, admission);
      if (answer.kind !== 'admitted') return answer;
      const at = await this.#at(on);
      lent = true;
      return { client, on, ...at };
    } finally {
      if (!lent) {
        await undo(client);
        giveBack(client, client.getTransactionStatus() !== 'I');
      }
    }
  }

  async #lent(lent: Lent, effect: Effect): Promise<Transacted> {
    const { client, on } = lent;
    let settlement: Settlement | null;
    try {
      settlement = await effect(client);
    } catch (error) {
      if ((await this.#found(lent)) === 'another') return { kind: 'broken' };
      await undo(client);
      throw error;
    }
    const found = await this.#found(lent);
    if (found === 'another') return { kind: 'broken' };
    if (settlement === null) {
      await undo(client);
      return { kind: 'undone' };
    }
    if (found === 'failed') {
      throw new BoundaryError(
        'store_failed',
        'transact: a statement of the executor failed, so that nothing of its transaction is kept: let the executor throw',
      );
    }
    try {
      if ((await this.#settle(on, settlement)).kind === 'moved') {
        throw new BoundaryError('store_failed', 'transact: the executor changed the row of its own call');
      }
      await commit(client);
      return { kind: 'settled' };
    } catch (error) {
      throw storeFault('transact', error);
    }
  }

  /** What became of the transaction that was lent: no other has its id. */
  async #found({ on, id, process }: Lent): Promise<'same' | 'failed' | 'another'> {
    // What an executor did not wait for is before what is asked here.
    const cancel = later(leftBehind, () => {
      const { transactions } = this.#lender;
      transactions.reading('transact', (other) => other.all(this.#cancel, process)).catch(() => {});
    });
    try {
      return (await this.#at(on)).id === id ? 'same' : 'another';
    } catch (error) {
      const { code } = Object(error) as { readonly code?: unknown };
      // https://www.postgresql.org/docs/current/errcodes-appendix.html: in_failed_sql_transaction
      if (code === '25P02') return 'failed';
      throw storeFault('transact', error);
    } finally {
      cancel();
    }
  }

  async #at(on: On): Promise<Pick<Lent, 'id' | 'process'>> {
    const [row = []] = await on.all(this.#current);
    const columns = new Columns(row);
    return { id: columns.textOrNull(), process: columns.whole() };
  }
}

import { BoundaryError } from '../../errors.ts';
import type { Admission, Awaitable, Settlement, Transacted } from '../store.ts';
import { admit } from './admit.ts';
import { retryWhileBusy } from './backoff.ts';
import { configure } from './connection.ts';
import type { Driver } from './driver.ts';
import { storeFault } from './fault.ts';
import { type HighestTime, highestTime } from './highest-time.ts';
import { settle } from './settle.ts';
import { tables } from './tables.ts';
import { lentTransaction } from './transaction.ts';
import type { Writer } from './writer.ts';

/** What transactions that executors run in need of their store. */
export interface Lender {
  /** Opens one more connection to the same file. */
  readonly open: () => Awaitable<Driver>;
  readonly synchronous: 'FULL' | 'NORMAL';
  /** The store's own time. */
  readonly time: HighestTime;
  /** What else of this process writes to the file. */
  readonly writer: Writer;
}

/** Runs in the transaction with the raw handle; answers what to settle, or null to undo. */
export type Effect = (tx: unknown) => Promise<Settlement | null>;

/**
 * Transactions that executors run in: one after the other, each on a connection of its own. Other writers of this
 * process wait while one is open, and write before the next one begins.
 */
export class LentTransactions {
  readonly #lender: Lender;
  /** The end of the last one that was asked for; it never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(lender: Lender) {
    this.#lender = lender;
  }

  run(admission: Admission, effect: Effect): Promise<Transacted> {
    const run = this.#last.then(() => this.#onConnection(admission, effect));
    this.#last = run.catch(() => {});
    return run;
  }

  /** Done when every one that was asked for is over. */
  async drain(): Promise<void> {
    await this.#last;
  }

  async #onConnection(admission: Admission, effect: Effect): Promise<Transacted> {
    const { open, synchronous, time, writer } = this.#lender;
    const driver = await opened(open);
    try {
      const transaction = lentTransaction(driver);
      const on = await retryWhileBusy('transact', () => {
        configure(driver, synchronous);
        const own = highestTime(driver, { now: () => time.now() });
        transaction.begin();
        return own;
      });
      return await writer.whileLent(() => this.#inTransaction(driver, on, admission, effect));
    } finally {
      driver.close();
    }
  }

  async #inTransaction(
    driver: Driver,
    time: HighestTime,
    admission: Admission,
    effect: Effect,
  ): Promise<Transacted> {
    const transaction = lentTransaction(driver);
    const on = tables(driver, time);
    const answer = faulty(() => admit(on)(admission));
    if (answer.kind !== 'admitted') return answer;
    faulty(() => transaction.lend());
    let settlement: Settlement | null;
    try {
      settlement = await effect(driver.raw);
    } catch (error) {
      if (!transaction.takeBack()) return { kind: 'broken' };
      throw error;
    }
    if (!transaction.takeBack()) return { kind: 'broken' };
    if (settlement === null) return { kind: 'undone' };
    const next = settlement;
    return faulty((): Transacted => {
      if (settle(on)(next).kind === 'moved') {
        throw new BoundaryError('store_failed', 'transact: the executor changed the row of its own call');
      }
      time.record();
      transaction.commit();
      return { kind: 'settled' };
    });
  }
}

async function opened(open: () => Awaitable<Driver>): Promise<Driver> {
  try {
    return await open();
  } catch (error) {
    throw storeFault('transact', error);
  }
}

function faulty<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeFault('transact', error);
  }
}

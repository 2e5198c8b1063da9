import { BoundaryError } from '../../errors.ts';
import { Turns } from '../../turns.ts';
import type { Admission, Awaitable, Settlement, Transacted } from '../store.ts';
import { admit } from './admit.ts';
import { retryWhileBusy } from './backoff.ts';
import { configure } from './connection.ts';
import type { Driver } from './driver.ts';
import { storeFault } from './fault.ts';
import { type HighestTime, highestTime } from './highest-time.ts';
import { preparedLate } from './prepared-late.ts';
import { settle } from './settle.ts';
import { tables } from './tables.ts';
import { type LentTransaction, lentTransaction } from './transaction.ts';
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
 * Transactions that executors run in: one after the other, each on a connection of its own, which is closed before its
 * answer is there. What else this process writes waits while one is open, and commits before the next one begins.
 */
export class LentTransactions {
  readonly #lender: Lender;
  readonly #turns = new Turns();

  constructor(lender: Lender) {
    this.#lender = lender;
  }

  run(admission: Admission, effect: Effect): Promise<Transacted> {
    return this.#turns.take(() => this.#onConnection(admission, effect));
  }

  /** Done when every one that was asked for is over. */
  drain(): Promise<void> {
    return this.#turns.take(async () => {});
  }

  async #onConnection(admission: Admission, effect: Effect): Promise<Transacted> {
    const { open, synchronous, time, writer } = this.#lender;
    let driver: Driver;
    try {
      driver = await open();
    } catch (error) {
      throw storeFault('transact', error);
    }
    const transaction = lentTransaction(driver);
    try {
      await retryWhileBusy('transact', () => {
        configure(driver, synchronous);
        transaction.begin();
      });
    } catch (error) {
      transaction.end();
      throw error;
    }
    return writer.whileLent(async () => {
      try {
        return await inside(driver, transaction, time, admission, effect);
      } finally {
        transaction.end();
      }
    });
  }
}

/** What happens between begin and end. */
async function inside(
  driver: Driver,
  transaction: LentTransaction,
  time: HighestTime,
  admission: Admission,
  effect: Effect,
): Promise<Transacted> {
  const { own, on, answer } = faulty(() => {
    const clock = highestTime(driver, { now: () => time.now() });
    const prepared = tables(preparedLate(driver), clock);
    return { own: clock, on: prepared, answer: admit(prepared)(admission) };
  });
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
    own.record();
    transaction.commit();
    return { kind: 'settled' };
  });
}

function faulty<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeFault('transact', error);
  }
}

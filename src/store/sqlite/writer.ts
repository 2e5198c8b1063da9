import { BoundaryError } from '../../errors.ts';
import type { Awaitable } from '../store.ts';
import { backoff, PATIENCE } from './backoff.ts';
import type { Driver } from './driver.ts';
import { isBusy, outerTransaction, storeFault } from './fault.ts';
import { type Transactions, transactions } from './transaction.ts';

/** One write that waits for its commit. */
interface Job {
  readonly operation: string;
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  /** Milliseconds that it has spent waiting for another connection's lock. */
  waited: number;
}

/** At most so many writes in one commit, so that timers and sockets are served in between. */
const LARGEST_GROUP = 256;

/**
 * The one way to write on a connection. The first write of a turn of the event loop commits at once, so a lone caller
 * never waits for a timer. Those that arrive after it in that turn, and while groups keep forming, wait for the end
 * of the turn and commit together: one fsync for all of them, a savepoint for each, so that one that fails or refuses
 * leaves the others alone. If the commit itself fails, none of them happened and each is told.
 */
export class Writer {
  readonly #driver: Driver;
  readonly #transactions: Transactions;
  readonly #waiting: Job[] = [];
  /** A write has committed in this turn, or writes wait, or the last group had several: join the queue. */
  #crowded = false;
  /** Whether this turn's end is being waited for. */
  #turn = false;
  #timer = false;
  #attempt = 0;
  #closed = false;
  #drained: (() => void) | null = null;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#transactions = transactions(driver);
  }

  /**
   * Runs `work` in a transaction; the answer is there once it has committed durably. `work` reads and writes through
   * the connection, synchronously, and may run again after the lock was not to be had, so it changes nothing else.
   */
  write<T>(operation: string, work: () => T): Awaitable<T> {
    if (this.#closed) throw new BoundaryError('store_failed', `${operation}: the store is closed`);
    if (this.#driver.inTransaction === true) throw outerTransaction(operation);
    if (!this.#crowded) {
      this.#crowded = true;
      this.#awaitTurn();
      try {
        return this.#transactions.whole(work);
      } catch (error) {
        if (!isBusy(error)) throw storeFault(operation, error);
        this.#retryLater();
      }
    }
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ operation, work, resolve, reject, waited: 0 });
    });
  }

  /** Accepts nothing more; done when what waits has ended. */
  drain(): Awaitable<void> {
    this.#closed = true;
    if (this.#waiting.length === 0) return;
    return new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
  }

  #awaitTurn(): void {
    if (this.#turn) return;
    this.#turn = true;
    setImmediate(() => {
      this.#turn = false;
      if (this.#timer) return;
      const size = this.#waiting.length;
      if (size > 0) this.#commit();
      this.#crowded = size > 1 || this.#waiting.length > 0;
      if (this.#crowded) this.#awaitTurn();
    });
  }

  /** Tries again after a random wait; whatever arrives meanwhile joins. */
  #retryLater(): void {
    const wait = backoff((this.#attempt += 1));
    this.#timer = true;
    setTimeout(() => {
      this.#timer = false;
      for (const job of this.#waiting) job.waited += wait;
      this.#commit();
      this.#awaitTurn();
    }, wait);
  }

  #commit(): void {
    const group = this.#waiting.splice(0, LARGEST_GROUP);
    try {
      if (this.#driver.inTransaction === true) throw outerTransaction('a write that waited');
      this.#attempt = this.#settle(group);
    } catch (error) {
      const patient = isBusy(error) ? group.filter((job) => job.waited < PATIENCE) : [];
      for (const job of group) if (!patient.includes(job)) job.reject(storeFault(job.operation, error));
      this.#waiting.unshift(...patient);
      if (patient.length > 0) this.#retryLater();
    }
    if (this.#waiting.length === 0) this.#drained?.();
  }

  /** Commits a group and tells each of its callers. Throws where nothing of it happened. */
  #settle(group: readonly Job[]): 0 {
    const { whole, part } = this.#transactions;
    const parts = whole(() => group.map((job) => part(job.work)));
    for (const [place, job] of group.entries()) {
      const ended = parts[place]!;
      if (ended.done) job.resolve(ended.result as never);
      else job.reject(storeFault(job.operation, ended.error));
    }
    return 0;
  }
}

import { BoundaryError } from '../../errors.ts';
import type { Awaitable } from '../store.ts';
import { patience, pause } from './backoff.ts';
import type { Driver } from './driver.ts';
import { isBusy, outerTransaction, storeFault } from './fault.ts';
import type { Reads } from './reads.ts';
import { type Part, type Transactions, transactions } from './transaction.ts';

/** One write that waits for its commit. */
interface Job {
  readonly operation: string;
  readonly work: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Milliseconds that it has spent waiting for another connection's lock. */
  waited: number;
}

/** At most so many writes in one commit, so that timers and sockets are served in between. */
const largestGroup = 256;

/**
 * The one way to write on a connection. The first write of a turn of the event loop commits at once, and so does the
 * second where one caller has been alone (it admits and settles): a lone caller never waits for others. Writes of
 * several callers at once, or that arrive later in the turn, and while groups keep forming, wait for its end and commit
 * together: one fsync for all of them, a savepoint for each, so that one that fails leaves the others alone. If the
 * commit itself fails, none of them happened and each is told.
 */
export class Writer {
  readonly #driver: Driver;
  readonly #transactions: Transactions;
  /** What reads on the same connection. */
  readonly #reads: Reads;
  readonly #waiting: Job[] = [];
  /** What takes up the queue next. While it is anything, writes join the queue. */
  #next: 'nothing' | 'end of turn' | 'pause' | 'end of loan' = 'nothing';
  /** Decisions that were begun since the last write: more than one means that several callers are on their way. */
  #begun = 0;
  /** Writes of this turn, or of the call that began last in it, that committed at once. */
  #direct = 0;
  /** Whether the last turn that wrote was one caller's: then the second write of a turn is its settling. */
  #alone = false;
  /** How often in a row the lock was not to be had. */
  #attempt = 0;
  #closed = false;
  /** Made once, when somebody waits for the queue to empty; every `drain` waits for the same. */
  #draining: Promise<void> | null = null;
  #drained: () => void = () => {};

  constructor(driver: Driver, reads: Reads) {
    this.#driver = driver;
    this.#reads = reads;
    this.#transactions = transactions(driver);
  }

  /** Hears that a caller has begun a decision: where it is the only one, its writes need not wait for others. */
  begin(): void {
    this.#begun += 1;
  }

  /**
   * Runs `work` in a transaction; the answer is there once it has committed durably. `work` reads and writes through
   * the connection, synchronously, and runs again where the lock was not to be had, so it changes nothing else.
   */
  write<T>(operation: string, work: () => T): Awaitable<T> {
    if (this.#closed) throw new BoundaryError('store_failed', `${operation}: the store is closed`);
    this.#reads.end();
    if (this.#driver.inTransaction) throw outerTransaction(operation);
    const atOnce = this.#commitsAtOnce();
    if (this.#next === 'nothing') this.#atEndOfTurn();
    if (atOnce) {
      this.#direct += 1;
      try {
        return this.#whole(work);
      } catch (error) {
        if (!isBusy(error)) throw storeFault(operation, error);
        this.#afterPause();
      }
    }
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ operation, work, resolve: resolve as Job['resolve'], reject, waited: 0 });
    });
  }

  /**
   * Runs `work` while another connection of this process has the write lock. What is to be written meanwhile waits for
   * its end, however long that takes, and commits then at once.
   */
  async whileLent<T>(work: () => Promise<T>): Promise<T> {
    this.#next = 'end of loan';
    try {
      return await work();
    } finally {
      this.#reads.end();
      this.#takeUp();
    }
  }

  /** Accepts nothing more; done when everything that waited has its answer. */
  drain(): Awaitable<void> {
    this.#closed = true;
    if (this.#waiting.length === 0) return;
    this.#draining ??= new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    return this.#draining;
  }

  #commitsAtOnce(): boolean {
    const begun = this.#begun;
    this.#begun = 0;
    if (this.#waiting.length > 0 || begun > 1) return false;
    if (begun === 1) this.#direct = 0;
    return this.#next === 'nothing' || (this.#next === 'end of turn' && this.#alone && this.#direct < 2);
  }

  #atEndOfTurn(): void {
    this.#next = 'end of turn';
    setImmediate(() => {
      if (this.#next === 'end of turn') this.#takeUp();
    });
  }

  #afterPause(): void {
    this.#next = 'pause';
    this.#attempt += 1;
    pause(this.#attempt, (waited) => {
      for (const job of this.#waiting) job.waited += waited;
      if (this.#next === 'pause') this.#takeUp();
    });
  }

  /** Commits what waits. Several at a time, or some left over, mean that more are on their way: they queue too. */
  #takeUp(): void {
    this.#next = 'nothing';
    const group = this.#waiting.splice(0, largestGroup);
    this.#alone = group.length === 0 || (group.length === 1 && this.#direct === 1);
    this.#direct = 0;
    if (group.length > 0) this.#commit(group);
    if (this.#next === 'nothing' && group.length + this.#waiting.length > 1) this.#atEndOfTurn();
    if (this.#waiting.length === 0) this.#drained();
  }

  #commit(group: readonly Job[]): void {
    let parts: readonly Part<unknown>[];
    try {
      parts = this.#together(group);
    } catch (error) {
      this.#refuse(group, error);
      return;
    }
    this.#attempt = 0;
    for (const [place, { operation, resolve, reject }] of group.entries()) {
      const part = parts[place]!;
      if (part.done) resolve(part.result);
      else reject(storeFault(operation, part.error));
    }
  }

  /** Throws where nothing of the group happened. */
  #together(group: readonly Job[]): readonly Part<unknown>[] {
    if (group.length === 1) return [{ done: true, result: this.#whole(group[0]!.work) }];
    return this.#whole(() => group.map(({ work }) => this.#transactions.part(work)));
  }

  #whole<T>(work: () => T): T {
    this.#reads.end();
    return this.#transactions.whole(work);
  }

  /** Nothing of the group happened: those that still have patience stay first in the queue where waiting can help. */
  #refuse(group: readonly Job[], error: unknown): void {
    const staying = isBusy(error) ? group.filter(({ waited }) => waited < patience) : [];
    const leaving = group.filter((job) => !staying.includes(job));
    this.#waiting.unshift(...staying);
    if (staying.length > 0) this.#afterPause();
    for (const { operation, reject } of leaving) reject(storeFault(operation, error));
  }
}

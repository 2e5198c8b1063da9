import { AsyncLocalStorage } from 'node:async_hooks';
import { BoundaryError } from './errors.ts';

/** The calls that a boundary is answering. Closing waits for them: an effect that ran is recorded before the store goes. */
export class CallsInFlight {
  #count = 0;
  #closed = false;
  #idle: () => void = () => {};
  /** The transaction whose executor the code that runs is, or was started by. */
  readonly #transaction = new AsyncLocalStorage<{ open: boolean }>();

  /** Answers a call, or throws `boundary_closed`. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.refuseIfClosed();
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#idle();
    }
  }

  /**
   * Runs an executor inside a transaction. Until it is over nothing else of this boundary may be called from it: a call
   * would wait for the lock that its own caller holds.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { open: true };
    try {
      return await this.#transaction.run(transaction, work);
    } finally {
      // What the executor started and left running may call again: there is nothing to wait for any more.
      transaction.open = false;
    }
  }

  /** Throws `boundary_closed` once `close` was called, and `outer_transaction` inside an executor's transaction. */
  refuseIfClosed(): void {
    if (this.#transaction.getStore()?.open === true) {
      throw new BoundaryError(
        'outer_transaction',
        'called from the executor of a transactional capability: do it before or after, in a call of its own',
      );
    }
    if (this.#closed) throw new BoundaryError('boundary_closed', 'the boundary is closed: make a new one');
  }

  /** Refuses further calls; resolves when those under way are answered, at the latest when their deadlines pass. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }
}

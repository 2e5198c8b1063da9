import { BoundaryError } from './errors.ts';

/** The calls that a boundary is answering. Closing waits for them: an effect that ran is recorded before the store goes. */
export class CallsInFlight {
  #count = 0;
  #closed = false;
  #idle: () => void = () => {};

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

  /** Throws `boundary_closed` once `close` was called. */
  refuseIfClosed(): void {
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

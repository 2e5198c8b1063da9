import { BoundaryError } from '../errors.ts';

/** When a store may be used: opened by one boundary at a time, and closed once what it has accepted is answered. */
export class Lifetime<Open> {
  /** From the call of `begin` until it has failed, or until `end` is done; null: it may begin. */
  #opening: Promise<Open> | null = null;
  /** What operations use: null before `begin` is done and from the call of `end` on. */
  #open: Open | null = null;

  get open(): Open | null {
    return this.#open;
  }

  /** What `operation` uses. Throws `store_failed` where the store is not open. */
  opened(operation: string): Open {
    if (this.#open !== null) return this.#open;
    throw new BoundaryError('store_failed', `${operation}: the store is not open`);
  }

  /** Opens. Throws `options_invalid` where it is open already, and what `connect` throws, after which it may begin again. */
  async begin(connect: () => Promise<Open>): Promise<void> {
    if (this.#opening !== null) {
      throw new BoundaryError(
        'options_invalid',
        'this store is open already: give each boundary a store of its own',
      );
    }
    const opening = connect();
    this.#opening = opening;
    try {
      this.#open = await opening;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  /** Closes. Nothing more is accepted from the call on; `drain` waits for what was accepted, and `release` comes once. */
  async end(
    drain: (open: Open) => Promise<void>,
    release: (open: Open) => Promise<void> | void,
  ): Promise<void> {
    const opening = this.#opening;
    if (opening === null) return;
    // Why opening failed is for whoever opened to hear.
    const open = this.#open ?? (await opening.catch(() => null));
    if (open === null || this.#opening !== opening) return;
    this.#open = null;
    await drain(open);
    if (this.#opening !== opening) return;
    this.#opening = null;
    await release(open);
  }
}

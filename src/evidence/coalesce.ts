import type { Clock } from '../clock.ts';
import type { Awaitable } from '../store/store.ts';

/** How long refusals alike are counted in one record, milliseconds. */
const span = 1_000;
/** Kinds of refusal counted at once; beyond it each is recorded by itself. */
const capacity = 10_000;

/** Writes a record that stands for `count` refusals; `later` is true for those that followed the first. */
export type WriteCount = (count: number, later: boolean) => Awaitable<void>;

interface Counting {
  /** Settles when the first record is durable. */
  first: Promise<void> | null;
  later: number;
  write: WriteCount;
  cancel: () => void;
}

/**
 * Counts refusals alike, so that a model in a loop costs one record a second and not one a call. The first is durable
 * before it is answered; those within one second after it are counted in one record. A kind is told apart by nothing
 * that the model chooses. What was counted and not yet written is lost with the process: at most one second.
 */
export class Coalescer {
  readonly #clock: Clock;
  readonly #counting = new Map<string, Counting>();
  readonly #failed: (error: unknown) => void;

  /** `failed` hears of a count that could not be written; it is kept and tried again a second later. */
  constructor(clock: Clock, failed: (error: unknown) => void) {
    this.#clock = clock;
    this.#failed = failed;
  }

  /** Resolves once it may be answered; rejects where the first record could not be written. */
  report(kind: string, write: WriteCount): Awaitable<void> {
    const known = this.#counting.get(kind);
    if (known !== undefined) {
      if (known.first === null) {
        known.later += 1;
        known.write = write;
        return undefined;
      }
      return known.first.then(() => this.report(kind, write));
    }
    if (this.#counting.size >= capacity) return write(1, false);
    const counting: Counting = { first: null, later: 0, write, cancel: () => {} };
    this.#counting.set(kind, counting);
    counting.first = this.#writeFirst(kind, counting);
    return counting.first;
  }

  /** Writes what was counted. Called when the boundary closes. */
  async flush(): Promise<void> {
    const open = [...this.#counting];
    this.#counting.clear();
    for (const [, counting] of open) {
      counting.cancel();
      await counting.first;
      if (counting.later > 0) await counting.write(counting.later, true);
    }
  }

  async #writeFirst(kind: string, counting: Counting): Promise<void> {
    try {
      await counting.write(1, false);
    } catch (error) {
      this.#counting.delete(kind);
      throw error;
    }
    counting.first = null;
    counting.cancel = this.#clock.after(span, () => void this.#close(kind, counting));
  }

  async #close(kind: string, counting: Counting): Promise<void> {
    if (counting.later === 0) {
      this.#counting.delete(kind);
      return;
    }
    const count = counting.later;
    counting.later = 0;
    counting.cancel = this.#clock.after(span, () => void this.#close(kind, counting));
    try {
      await counting.write(count, true);
    } catch (error) {
      counting.later += count;
      this.#failed(error);
    }
  }
}

import type { Clock } from '../clock.ts';
import type { Awaitable } from '../store/store.ts';

/** How long refusals alike are counted in one record, milliseconds. */
const span = 1_000;
/** Kinds of refusal counted at once; beyond it each is recorded by itself. */
const capacity = 10_000;

/** Writes the record of the first refusal of its kind. */
export type WriteFirst = () => Awaitable<void>;
/** Writes the record that counts those that followed. Kept until then, so it must hold on to no arguments. */
export type WriteCount = (count: number) => Awaitable<void>;

interface Counting {
  /** Settles when the first record is durable; null from then on. */
  first: Promise<void> | null;
  count: number;
  readonly write: WriteCount;
  cancel: () => void;
}

/**
 * Counts refusals alike, so that a model in a loop costs two records a second and not one a call. The first is durable
 * before it is answered; those within one second after it are counted in one record, and what comes later is a first
 * again. A kind is told apart by nothing that the model chooses. What was counted and not yet written is lost with the
 * process: at most one second.
 */
export class Coalescer {
  readonly #clock: Clock;
  readonly #counting = new Map<string, Counting>();
  readonly #failed: (error: unknown) => void;

  /** `failed` hears of a count that could not be written. */
  constructor(clock: Clock, failed: (error: unknown) => void) {
    this.#clock = clock;
    this.#failed = failed;
  }

  /** Resolves once it may be answered; rejects where the first record could not be written. */
  report(kind: string, first: WriteFirst, count: WriteCount): Awaitable<void> {
    const known = this.#counting.get(kind);
    if (known !== undefined) {
      if (known.first !== null) return known.first.then(() => this.report(kind, first, count));
      known.count += 1;
      return undefined;
    }
    if (this.#counting.size >= capacity) return first();
    const counting: Counting = { first: null, count: 0, write: count, cancel: () => {} };
    this.#counting.set(kind, counting);
    counting.first = this.#writeFirst(kind, counting, first);
    return counting.first;
  }

  /** Writes what was counted. Called when the boundary closes; never rejects. */
  async flush(): Promise<void> {
    const open = [...this.#counting];
    this.#counting.clear();
    for (const [, counting] of open) {
      counting.cancel();
      await this.#writeCount(counting);
    }
  }

  async #writeFirst(kind: string, counting: Counting, first: WriteFirst): Promise<void> {
    try {
      await first();
    } catch (error) {
      this.#counting.delete(kind);
      throw error;
    }
    counting.first = null;
    counting.cancel = this.#clock.after(span, () => {
      this.#counting.delete(kind);
      void this.#writeCount(counting);
    });
  }

  async #writeCount({ count, write }: Counting): Promise<void> {
    if (count === 0) return;
    try {
      await write(count);
    } catch (error) {
      this.#failed(error);
    }
  }
}

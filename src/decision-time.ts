import { Tampered } from './errors.ts';
import type { Clock } from './clock.ts';
import type { Store } from './store/store.ts';

/** Longer than any call waits for the store, milliseconds. */
const longestWait = 60_000;

/**
 * The time of decisions: the highest that this process was shown, by its clock or by the store with the decision data.
 * A clock that is set back therefore never gives a claim or a kept result a longer life.
 */
export class DecisionTime {
  readonly #clock: Clock;
  #highest = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes up a time that the store answered with. Milliseconds. */
  see(time: number): void {
    // A clock that gives no number is as if it stood still.
    if (Number.isFinite(time)) this.#highest = Math.max(this.#highest, Math.floor(time));
  }

  /** Takes up the time that the store knows of: an answer of people, or what expired, is judged by it. */
  async ask(store: Pick<Store, 'loadForDecision'>, catalogue: string): Promise<void> {
    // Nothing has such a key: what is asked for is the time.
    const nobody = { tenant: '', owner: '', conversation: '', id: '' };
    this.see((await store.loadForDecision(nobody, catalogue)).now);
  }

  /**
   * Takes up the time that a transaction of the store met. Whoever counts records the time with it, and so it was shown
   * already, but for what passed since: one that is further ahead stands in a counter that nobody wrote. Throws
   * `Tampered` then, and takes nothing up.
   */
  meet(time: number): void {
    if (time > this.now() + longestWait) throw new Tampered('meter');
    this.see(time);
  }

  /** Takes a time as the highest, though a later one was met: recorded time was set back. Milliseconds. */
  reset(time: number): void {
    this.#highest = time;
  }

  /** Now, in milliseconds since 1970 UTC; never less than before. */
  now(): number {
    this.see(this.#clock.now());
    return this.#highest;
  }
}

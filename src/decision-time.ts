import type { Clock } from './clock.ts';

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

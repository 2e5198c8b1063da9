import { type Clock, systemClock } from '../../clock.ts';
import { BoundaryError } from '../../errors.ts';
import { Columns } from '../table/columns.ts';
import type { On, Sql } from './statement.ts';

/**
 * The store's time as SQL: the highest of what this process has met, what is recorded, and the clock. Its two
 * parameters are `StoreTime.parameters`. What is recorded beyond the last millisecond that is a date (ECMAScript, Time
 * Values) reads as it, to be set back.
 */
export const storeTime = `greatest(?::bigint,
  coalesce(?::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint),
  (SELECT least(seen, 8640000000000000) FROM countersign_clock))`;

/** So far, in milliseconds, may what is recorded lag behind: as much can be lost when all processes end and the clock is set back. */
const lag = 1_000;

/**
 * The store's time: the clock of the database, which every process shares, and never back, whatever that clock does. Of a
 * boundary that was given a clock of its own (tests) it is that one, since what is to expire must do so by it.
 */
export class StoreTime {
  readonly #clock: Clock | null;
  readonly #now;
  readonly #record;
  readonly #locked;
  readonly #lower;
  #highest = 0;
  /** What this process knows to be recorded. */
  #recorded = Number.NEGATIVE_INFINITY;

  constructor(sql: Sql, clock: Clock) {
    this.#clock = clock === systemClock ? null : clock;
    this.#now = sql(`SELECT ${storeTime}`);
    // Nobody waits for whoever records it at the same moment: one of them is enough.
    this.#record = sql(
      `WITH reached AS MATERIALIZED (SELECT ${storeTime} AS now),
         raised AS (
           UPDATE countersign_clock SET seen = reached.now FROM reached
           WHERE seen < reached.now AND one IN (SELECT one FROM countersign_clock FOR UPDATE SKIP LOCKED)
         )
       SELECT now FROM reached`,
    );
    this.#locked = sql('SELECT one FROM countersign_clock FOR UPDATE');
    this.#lower = sql(
      `UPDATE countersign_clock
       SET seen = coalesce(?::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) RETURNING seen`,
    );
  }

  /** The parameters of `storeTime`. */
  parameters(): [met: number, told: number | null] {
    return [this.#highest, this.#told()];
  }

  /** Takes up a time that the database answered with; answers the highest. */
  meet(time: number): number {
    return (this.#highest = Math.max(this.#highest, time));
  }

  /** The time now, as a statement of its own. */
  async now(on: On): Promise<number> {
    const [row = []] = await on.all(this.#now, ...this.parameters());
    return this.meet(new Columns(row).whole());
  }

  /** Whether time is to be recorded before more is written. */
  isDue(): boolean {
    return Math.max(this.#highest, this.#told() ?? 0) >= this.#recorded + lag;
  }

  /** Records it, in a statement of its own. */
  async record(on: On): Promise<void> {
    const [row = []] = await on.all(this.#record, ...this.parameters());
    this.#recorded = this.meet(new Columns(row).whole());
  }

  /** Takes the clock's time as the highest, in the transaction that is open; `forget` once that has committed. */
  async lower(on: On): Promise<{ readonly from: number; readonly to: number }> {
    await on.all(this.#locked);
    const from = await this.now(on);
    const [row = []] = await on.all(this.#lower, this.#told());
    return { from, to: new Columns(row).whole() };
  }

  /** Forgets later times than this one. */
  forget(later: number): void {
    this.#highest = later;
    this.#recorded = later;
  }

  #told(): number | null {
    if (this.#clock === null) return null;
    const time = Math.floor(this.#clock.now());
    if (Number.isSafeInteger(time)) return time;
    throw new BoundaryError('store_failed', 'the clock gave no time in milliseconds');
  }
}

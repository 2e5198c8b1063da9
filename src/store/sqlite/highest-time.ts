import type { Clock } from '../../clock.ts';
import { BoundaryError } from '../../errors.ts';
import { Columns } from '../table/columns.ts';
import type { Driver } from './driver.ts';

/** The store's time: it never goes back, whatever the machine's clock does. */
export interface HighestTime {
  /** The highest of the clock, what this process has seen, and `recorded`. Milliseconds. */
  now(recorded?: number): number;
  /** The same with what is recorded now, as the transaction that is open sees it. */
  recorded(): number;
  /**
   * Records it in the transaction that is open, where the recorded one lags a second or more behind: so much can be
   * lost when the process ends and the clock is set back, and a page is spared in nearly every commit.
   */
  record(): void;
  /** Takes the clock's time as the highest, in the transaction that is open; answers what was recorded and what is now. */
  reset(): { readonly from: number; readonly to: number };
}

/** The last millisecond that is a date (ECMAScript, Time Values). What is recorded beyond it reads as it, to be set back. */
const latestTime = 8_640_000_000_000_000;

/** Prepares the statements and takes up what is recorded. */
export function highestTime(driver: Driver, clock: Pick<Clock, 'now'>): HighestTime {
  const seen = driver.prepare('SELECT seen FROM countersign_clock');
  const read = (): number => Math.min(new Columns(seen.get() ?? []).whole(), latestTime);
  const raise = driver.prepare('UPDATE countersign_clock SET seen = ? WHERE seen <= ? - 1000');
  const lower = driver.prepare('UPDATE countersign_clock SET seen = ?');
  let highest = read();
  const told = (): number => {
    const time = Math.floor(clock.now());
    if (Number.isSafeInteger(time)) return time;
    throw new BoundaryError('store_failed', 'the clock gave no time in milliseconds');
  };
  const now = (recorded = 0): number => (highest = Math.max(highest, told(), recorded));
  return {
    now,
    recorded: () => now(read()),
    record() {
      const reached = now();
      raise.run(reached, reached);
    },
    reset() {
      const from = now(read());
      highest = told();
      lower.run(highest);
      return { from, to: highest };
    },
  };
}

import type { Clock } from '../clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves time forward by `ms`; what was to run by then runs, in order, each at its own time. */
  advance(ms: number): void;
  /** Sets the time of day, forward or back. Durations and timers do not notice, as on a real machine. */
  set(now: number): void;
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Makes a fake clock that starts at `start` milliseconds since 1970 UTC. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  let elapsed = 0;
  const timers = new Set<Timer>();

  const nextDue = (by: number): Timer | undefined => {
    const due = [...timers].filter((timer) => timer.due <= by);
    return due.toSorted((a, b) => a.due - b.due)[0];
  };
  const move = (ms: number): void => {
    now += ms;
    elapsed += ms;
  };

  return {
    now: () => now,
    elapsed: () => elapsed,
    after(ms, then) {
      const timer = { due: elapsed + Math.max(0, ms), run: then };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = elapsed + ms;
      for (let timer = nextDue(end); timer !== undefined; timer = nextDue(end)) {
        timers.delete(timer);
        move(timer.due - elapsed);
        timer.run();
      }
      move(end - elapsed);
    },
    set(time) {
      now = time;
    },
  };
}

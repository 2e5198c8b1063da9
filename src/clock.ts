/** Time as a port: nothing else in the boundary reads a clock or starts a timer. */
export interface Clock {
  /** Milliseconds since 1970 UTC. May jump; the store's time source takes the stricter reading. */
  now(): number;
  /** Milliseconds that only move forward, for durations. */
  elapsed(): number;
  /** Runs `then` once after `ms` milliseconds and keeps the process alive until then; the returned function cancels it. */
  after(ms: number, then: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

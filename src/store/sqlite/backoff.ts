import type { Awaitable } from '../store.ts';
import { isBusy, storeFault } from './fault.ts';

/** How long, in milliseconds of waiting, an operation puts up with another connection's lock. */
export const PATIENCE = 10_000;

/**
 * Milliseconds to wait before try number `attempt` (from 1): random, so that processes that met once do not meet
 * again, and short, since a commit takes less than a millisecond and a fsync.
 */
export function backoff(attempt: number): number {
  return 1 + Math.random() * Math.min(2 ** attempt, 24);
}

/**
 * Runs `work` now; while the database is locked, again later. The event loop is never blocked by waiting. A real
 * timer, not the Clock port: this wait is I/O, and no decision depends on it.
 */
export function retryWhileBusy<T>(operation: string, work: () => T): Awaitable<T> {
  try {
    return work();
  } catch (error) {
    if (!isBusy(error)) throw storeFault(operation, error);
    return retryLater(operation, work, error);
  }
}

async function retryLater<T>(operation: string, work: () => T, first: unknown): Promise<T> {
  let last = first;
  let waited = 0;
  for (let attempt = 1; waited < PATIENCE; attempt += 1) {
    const wait = backoff(attempt);
    await new Promise((resolve) => setTimeout(resolve, wait));
    waited += wait;
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw storeFault(operation, error);
      last = error;
    }
  }
  throw storeFault(operation, last);
}

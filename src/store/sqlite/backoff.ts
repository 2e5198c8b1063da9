import type { Awaitable } from '../store.ts';
import { isBusy, storeFault } from './fault.ts';

/** How many milliseconds of waiting an operation spends on another connection's lock before it is `store_busy`. */
export const patience = 10_000;

/**
 * Calls `then` with the milliseconds that it waited before try number `attempt` (from 1): short, since a commit takes
 * about as long as a fsync, and random, so that processes that met once do not keep meeting. It is a real timer
 * and real chance, not the ports: this wait is I/O, and no decision depends on it.
 */
export function pause(attempt: number, then: (waited: number) => void): void {
  const milliseconds = 1 + Math.random() * Math.min(2 ** attempt, 24);
  setTimeout(() => then(milliseconds), milliseconds);
}

/** Runs `work` now; while the database is locked, again later. Waiting never blocks the event loop. */
export function retryWhileBusy<T>(operation: string, work: () => T): Awaitable<T> {
  try {
    return work();
  } catch (error) {
    if (!isBusy(error)) throw storeFault(operation, error);
    return retryLater(operation, work);
  }
}

async function retryLater<T>(operation: string, work: () => T): Promise<T> {
  let waited = 0;
  for (let attempt = 1; ; attempt += 1) {
    waited += await new Promise<number>((resolve) => pause(attempt, resolve));
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waited >= patience) throw storeFault(operation, error);
    }
  }
}

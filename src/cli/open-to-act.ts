import { type Boundary, createBoundary } from '../boundary.ts';
import { environmentKey } from '../keys/index.ts';
import { Failure } from './failure.ts';
import type { Io } from './io.ts';
import { loadConfig } from './load-config.ts';
import { openedBefore } from './opened-before.ts';
import { requireOptions } from './require-options.ts';
import { visible } from './visible.ts';

/**
 * Opens the application's boundary for what somebody does to what is in it. One that was never opened has nothing to
 * act on, and none is made. `what` there would be, in the plural. Whoever opens it closes it.
 */
export async function openToAct(io: Io, config: string | undefined, what: string): Promise<Boundary> {
  const { options } = requireOptions(await loadConfig(io, config));
  const { store } = options;
  if (!store.durable) {
    throw new Failure(
      'store_in_memory',
      `${store.description} is made anew by every process: there are no ${what} in it`,
    );
  }
  if (!(await openedBefore(store))) {
    throw new Failure(
      'database_absent',
      `${store.description} was never opened by the application, or lacks a step of its schema: there are no ${what} to act on`,
    );
  }
  const key = options.key ?? environmentKey(io.env);
  return createBoundary({
    say: (sentence) => io.err(`${visible(sentence)}\n`),
    ...options,
    ...(key === undefined ? {} : { key }),
  });
}

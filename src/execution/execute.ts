import { type Awaitable, isThenable } from '../awaitable.ts';
import type { Clock } from '../clock.ts';
import { EffectNotPerformed } from '../errors.ts';

/** An execution that is over. `duration` in milliseconds. Only `not_performed` is certain that nothing happened. */
export type Over =
  | { readonly kind: 'returned'; readonly value: unknown; readonly duration: number }
  | { readonly kind: 'not_performed'; readonly duration: number }
  | { readonly kind: 'threw'; readonly error: unknown; readonly duration: number };

/** How an execution ended, as far as its deadline let us see. */
export type Ended =
  | Over
  /** The deadline passed; `late` settles if the executor ends after all, and never rejects. */
  | { readonly kind: 'deadline'; readonly duration: number; readonly late: Promise<Over> };

/** Hands out the signal of a deadline; it is made when it is first asked for. */
type SignalOf = () => AbortSignal;

/**
 * Runs an executor under its deadline (milliseconds). The signal is aborted when the deadline passes; whether the
 * executor heeds it is its own affair, so what ends late is reported through `late`. Never throws.
 */
export async function execute(
  clock: Clock,
  deadline: number,
  run: (signal: SignalOf) => Awaitable<unknown>,
): Promise<Ended> {
  const began = clock.elapsed();
  let made: AbortController | undefined;
  const abort = (): AbortController => (made ??= new AbortController());
  try {
    const value = run(() => abort().signal);
    // Done already: there is nothing to race, and no timer to start.
    if (!isThenable(value)) return { kind: 'returned', value, duration: since(clock, began) };
    return await raced(clock, deadline, began, ending(clock, began, value), abort);
  } catch (error) {
    return thrown(error, since(clock, began));
  }
}

async function raced(
  clock: Clock,
  deadline: number,
  began: number,
  ended: Promise<Over>,
  abort: () => AbortController,
): Promise<Ended> {
  let cancel = () => {};
  const passed = new Promise<'deadline'>((resolve) => {
    cancel = clock.after(deadline, () => resolve('deadline'));
  });
  const first = await Promise.race([ended, passed]);
  cancel();
  if (first !== 'deadline') return first;
  abort().abort(new DOMException('the deadline of the execution passed', 'TimeoutError'));
  return { kind: 'deadline', duration: since(clock, began), late: ended };
}

async function ending(clock: Clock, began: number, answer: PromiseLike<unknown>): Promise<Over> {
  try {
    const value = await answer;
    return { kind: 'returned', value, duration: since(clock, began) };
  } catch (error) {
    return thrown(error, since(clock, began));
  }
}

function thrown(error: unknown, duration: number): Over {
  return error instanceof EffectNotPerformed
    ? { kind: 'not_performed', duration }
    : { kind: 'threw', error, duration };
}

function since(clock: Clock, began: number): number {
  return Math.max(0, Math.round(clock.elapsed() - began));
}

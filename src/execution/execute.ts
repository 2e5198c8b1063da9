import type { Clock } from '../clock.ts';
import { EffectNotPerformed } from '../errors.ts';
import type { Awaitable } from '../store/store.ts';

/** How an executor ended. `duration` in milliseconds. Only `not_performed` is certain that nothing happened. */
export type Ended =
  | { readonly kind: 'returned'; readonly value: unknown; readonly duration: number }
  | { readonly kind: 'not_performed'; readonly duration: number }
  | { readonly kind: 'threw'; readonly error: unknown; readonly duration: number }
  /** The deadline passed; `late` settles if the executor ends after all, and never rejects. */
  | {
      readonly kind: 'deadline';
      readonly duration: number;
      readonly late: Promise<Exclude<Ended, { kind: 'deadline' }>>;
    };

/**
 * Runs an executor under its deadline (milliseconds). The signal is aborted when the deadline passes; whether the
 * executor heeds it is its own affair, so what ends late is reported through `late`. Never throws.
 */
export async function execute(
  clock: Clock,
  deadline: number,
  run: (signal: AbortSignal) => Awaitable<unknown>,
): Promise<Ended> {
  const began = clock.elapsed();
  const abort = new AbortController();
  const ended = ending(clock, began, () => run(abort.signal));
  let cancel = () => {};
  const passed = new Promise<'deadline'>((resolve) => {
    cancel = clock.after(deadline, () => resolve('deadline'));
  });
  const first = await Promise.race([ended, passed]);
  cancel();
  if (first !== 'deadline') return first;
  abort.abort(new DOMException('the deadline of the execution passed', 'TimeoutError'));
  return { kind: 'deadline', duration: since(clock, began), late: ended };
}

async function ending(
  clock: Clock,
  began: number,
  run: () => Awaitable<unknown>,
): Promise<Exclude<Ended, { kind: 'deadline' }>> {
  try {
    const value = await run();
    return { kind: 'returned', value, duration: since(clock, began) };
  } catch (error) {
    const duration = since(clock, began);
    return error instanceof EffectNotPerformed
      ? { kind: 'not_performed', duration }
      : { kind: 'threw', error, duration };
  }
}

function since(clock: Clock, began: number): number {
  return Math.max(0, Math.round(clock.elapsed() - began));
}

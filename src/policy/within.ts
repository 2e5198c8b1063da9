import { type Deadline, isThenable } from '../awaitable.ts';
import type { Clock } from '../clock.ts';

/** Nothing answered in time. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/**
 * A deadline of `ms` milliseconds for questions to the application: authorizers, loaders, the directory. What answers
 * at once stays synchronous and starts no timer. What answers late has no effect: `TooLate` was thrown in its place,
 * and a late rejection is dropped, so that it never ends the process.
 */
export function within(clock: Pick<Clock, 'after'>, ms: number): Deadline {
  return (work) => {
    const answer = work();
    return isThenable(answer) ? raced(clock, ms, answer) : answer;
  };
}

function raced<T>(clock: Pick<Clock, 'after'>, ms: number, answer: PromiseLike<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new TooLate(`no answer within ${ms} ms`)));
    // Settling twice does nothing, which is how late answers are dropped.
    Promise.resolve(answer).then(resolve, reject).finally(cancel);
  });
}

/** Now, or later. Callers wait only for what is a promise: needless waiting costs more than a decision. */
export type Awaitable<T> = T | PromiseLike<T>;

/** Asks the application something under a deadline that is set already. */
export type Deadline = <T>(work: () => Awaitable<T>) => Awaitable<T>;

/** True for what has to be awaited: a promise, or anything else with a `then` method. */
export function isThenable<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

/**
 * Goes on with a value now where it is there, later where it is promised. What answers at once stays synchronous,
 * which is what keeps a decision without I/O within microseconds. `next` may throw: a promised value rejects then.
 */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  if (!isThenable(value)) return next(value);
  // Not every `then` of the application's answers with a promise of what follows.
  return (value instanceof Promise ? value : Promise.resolve(value)).then(next);
}

/**
 * A function of a limit threw, or answered what is no key or no number of units. Nothing may run. `cause` is for
 * operators; the message names the limit only.
 */
export class LimitFault extends Error {
  readonly limit: string;

  constructor(limit: string, cause: unknown) {
    super(`the limit "${limit}" could not be worked out`, { cause });
    this.name = 'LimitFault';
    this.limit = limit;
  }
}

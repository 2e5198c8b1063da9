import type { Clock } from '../clock.ts';
import { freshBytes, sameText } from '../json/index.ts';

/** How long the code of the link is good for, milliseconds. */
const codeLasts = 5 * 60_000;
/** How long one signs in for, milliseconds: a working day. */
const sessionLasts = 8 * 3_600_000;

/**
 * Who may see an inbox: whoever holds the code that its owner was handed when it was started. The code signs in once,
 * within five minutes, and what it gives holds for eight hours in one browser. Code and session are 256 random bits,
 * known to this process alone: with it they end.
 */
export class SignIn {
  readonly code = freshBytes(32).toString('base64url');
  /** Milliseconds since 1970 UTC; at this moment and later the code signs nobody in. */
  readonly expiresAt: number;
  readonly #clock: Clock;
  readonly #made: Moment;
  #session: { readonly id: string; readonly began: Moment } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#made = momentOf(clock);
    this.expiresAt = this.#made.now + codeLasts;
  }

  /** Uses the code and answers the session that it gives; null where it is another one, was used or is over. */
  signIn(code: string): string | null {
    if (!sameText(code, this.code) || this.#session !== null || this.#since(this.#made) >= codeLasts)
      return null;
    this.#session = { id: freshBytes(32).toString('base64url'), began: momentOf(this.#clock) };
    return this.#session.id;
  }

  /** Whether this is the session that the code gave, and not over. */
  holds(session: string): boolean {
    if (this.#session === null || this.#since(this.#session.began) >= sessionLasts) return false;
    return sameText(session, this.#session.id);
  }

  /** The longer reading: one clock stands still while the machine sleeps, the other one can be set back. */
  #since({ now, elapsed }: Moment): number {
    return Math.max(this.#clock.now() - now, this.#clock.elapsed() - elapsed);
  }
}

type Moment = Readonly<Record<'now' | 'elapsed', number>>;

function momentOf(clock: Clock): Moment {
  return { now: clock.now(), elapsed: clock.elapsed() };
}

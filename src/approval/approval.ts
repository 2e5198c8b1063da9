import type { Context } from '../action/index.ts';
import type { Awaitable } from '../awaitable.ts';
import type { ApproverIdentity } from '../directory/directory.ts';
import type { JsonObject } from '../json/json.ts';

/** What functions of a declaration are given about a call. */
interface AskedAbout<I, T> {
  readonly context: Context;
  readonly input: I;
  readonly target: T;
}

/**
 * What people are shown besides the arguments: plain JSON, from trusted values. It is digested, and worked out again
 * on the refreshed target before the effect: if it says anything else by then, the approval does not cover the action.
 */
export type Facts<I, T> = (about: AskedAbout<I, T>) => JsonObject;

/** The person who asks has to agree. A function is short for `{ facts }`. */
export type ConfirmDeclaration<I, T> =
  | Facts<I, T>
  | {
      readonly facts: Facts<I, T>;
      /** How long it can be answered and used, milliseconds. Default 15 minutes. */
      readonly ttl?: number;
    };

/** Other, entitled people have to agree. */
export interface ReviewDeclaration<I, T> {
  readonly facts: Facts<I, T>;
  /**
   * Whether this person may agree to this action. Asked when they answer and again right before the effect; exactly
   * `true` entitles.
   */
  readonly approvers: (
    about: AskedAbout<I, T> & { readonly approver: ApproverIdentity },
  ) => Awaitable<boolean>;
  /** How many persons have to agree. Default 1, at most 10. */
  readonly quorum?: number;
  /** How long it can be answered and used, milliseconds. Default 24 hours. */
  readonly ttl?: number;
}

/**
 * When a write needs a person. `in-doubt` (default for writes): where an argument is neither pinned by its schema nor
 * declared `plain`, or the schema is open. A function answers exactly `true` or `false`; what it throws, or anything
 * else, asks.
 */
export type Ask<I, T> = 'in-doubt' | 'always' | 'never' | ((about: AskedAbout<I, T>) => Awaitable<boolean>);

/** What `ask` says, as a word. */
export type AskWord = 'in-doubt' | 'always' | 'never' | 'function';

/** Confirmation as registered. */
export interface RegisteredConfirm {
  readonly facts: Facts<JsonObject, unknown>;
  readonly ttl: number;
}

/** Review as registered. */
export interface RegisteredReview extends RegisteredConfirm {
  readonly approvers: ReviewDeclaration<JsonObject, unknown>['approvers'];
  readonly quorum: number;
}

/** When a capability asks and whom, as registered. */
export interface RegisteredAsking {
  readonly ask: AskWord;
  /** The function, where `ask` is one. What it answers is checked where it is called. */
  readonly askFunction: Exclude<Ask<JsonObject, unknown>, string> | null;
  /** null: the person who asks cannot be asked to agree. */
  readonly confirm: RegisteredConfirm | null;
  /** null: no others can be. */
  readonly review: RegisteredReview | null;
}

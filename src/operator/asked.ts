import type { Resolution } from '../claim/index.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import { BoundaryError } from '../errors.ts';
import type { ListOptions, PruneOptions, ResetOptions, ResolveOptions } from './handle.ts';

/** A page that can be read. */
export interface PageAsked {
  readonly after: string;
  readonly limit: number;
}

/** A resolution that is one; whether it is allowed is another question. */
export interface ResolutionAsked {
  readonly as: Resolution;
  readonly reason: string;
  readonly force: boolean;
  readonly second: OperatorIdentity | null;
}

/** Why something is to be forgotten, and on whose word. */
export type ForgettingAsked = Pick<ResolutionAsked, 'reason' | 'second'>;

/** Whom a second person has to be like: an operator of this tenant, made by this boundary. */
export interface Company {
  readonly tenant: string;
  readonly isHandle: (value: unknown) => value is OperatorIdentity;
}

/** Longest id or key, page and reason. */
const longestId = 256;
const longestPage = 1_000;
const longestReason = 500;

/** Checks which page is asked for. Throws `options_invalid`. */
export function pageAsked(options: ListOptions = {}): PageAsked {
  const { after, limit = 100 } = known('list', options, ['after', 'limit']);
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > longestPage)
    throw misuse(`the limit of a page is a whole number from 1 to ${longestPage}`);
  if (after !== undefined && !isText(after, longestId))
    throw misuse('a page follows the text that the page before gave as next');
  return { after: after ?? '', limit };
}

/** Checks an execution id. Throws `options_invalid`; whether there is such a claim is another question. */
export function executionAsked(value: unknown): string {
  if (!isText(value, longestId)) throw misuse('an execution id is the text that an outcome or a list gave');
  return value;
}

/** Checks what an operator says of a claim. Throws `options_invalid`: a misspelt option would silently not count. */
export function resolutionAsked(options: ResolveOptions, company: Company): ResolutionAsked {
  const { as, reason, force, second } = known('resolve', options, ['as', 'reason', 'force', 'second']);
  if (as !== 'completed' && as !== 'retryable')
    throw misuse('a claim is resolved as "completed" or as "retryable"');
  if (force !== undefined && typeof force !== 'boolean') throw misuse('force is true or false');
  return {
    as,
    reason: reasonAsked('resolving', reason),
    force: force ?? false,
    second: secondAsked(second, company),
  };
}

/** Checks what an operator says about a pruning. Throws `options_invalid`. */
export function pruningAsked(options: PruneOptions, company: Company): ForgettingAsked {
  const { reason, second } = known('prune', options, ['reason', 'second']);
  return { reason: reasonAsked('pruning', reason), second: secondAsked(second, company) };
}

/** Checks what an operator says about setting recorded time back. Throws `options_invalid`. */
export function resetAsked(options: ResetOptions, company: Company): ForgettingAsked {
  const { reason, second } = known('reset', options, ['reason', 'second']);
  return { reason: reasonAsked('setting the clock back', reason), second: secondAsked(second, company) };
}

function reasonAsked(act: string, reason: unknown): string {
  if (!isText(reason, longestReason) || reason.trim() === '')
    throw misuse(
      `${act} takes a reason: a text of 1 to ${longestReason} characters without control characters`,
    );
  return reason;
}

function secondAsked(second: unknown, { tenant, isHandle }: Company): OperatorIdentity | null {
  if (second === undefined) return null;
  if (!isHandle(second) || second.tenant !== tenant)
    throw misuse('the second person is an operator of the same boundary and tenant');
  return { tenant, id: second.id };
}

function known<K extends string>(
  act: string,
  options: unknown,
  names: readonly K[],
): Readonly<Partial<Record<K, unknown>>> {
  if (typeof options !== 'object' || options === null)
    throw misuse(`the options of ${act} are an object: ${names.join(', ')}`);
  const given = Object.entries(options);
  if (given.some(([name]) => !names.some((one) => one === name)))
    throw misuse(`${act} has an option that does not exist: there are ${names.join(', ')}`);
  return Object.fromEntries(given) as Partial<Record<K, unknown>>;
}

function isText(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= longest &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value)
  );
}

function misuse(sentence: string): BoundaryError {
  return new BoundaryError('options_invalid', sentence);
}

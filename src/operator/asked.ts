import type { Resolution } from '../claim/index.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import { BoundaryError } from '../errors.ts';
import type { ListOptions, ResolveOptions } from './claims.ts';

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

/** Longest execution id and longest page. */
const longestId = 256;
const longestPage = 1_000;
const longestReason = 500;

/** Checks which page is asked for. Throws `options_invalid`. */
export function pageAsked(options: ListOptions = {}): PageAsked {
  const { after, limit = 100 } = known('list', options, ['after', 'limit']);
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > longestPage)
    throw misuse(`the limit of a page is a whole number from 1 to ${longestPage}`);
  return { after: after === undefined ? '' : executionAsked(after), limit };
}

/** Checks an execution id. Throws `options_invalid`; whether there is such a claim is another question. */
export function executionAsked(value: unknown): string {
  if (!isText(value, longestId)) throw misuse('an execution id is the text that an outcome or a list gave');
  return value;
}

/** Checks what an operator says of a claim. Throws `options_invalid`: a misspelt option would silently not count. */
export function resolutionAsked(
  options: ResolveOptions,
  operator: OperatorIdentity,
  isHandle: (value: unknown) => value is OperatorIdentity,
): ResolutionAsked {
  const {
    as,
    reason,
    force = false,
    second,
  } = known('resolve', options, ['as', 'reason', 'force', 'second']);
  if (as !== 'completed' && as !== 'retryable')
    throw misuse('a claim is resolved as "completed" or as "retryable"');
  if (!isText(reason, longestReason) || reason.trim() === '')
    throw misuse(
      `resolving takes a reason: a text of 1 to ${longestReason} characters without control characters`,
    );
  if (typeof force !== 'boolean') throw misuse('force is true or false');
  if (second === undefined) return { as, reason, force, second: null };
  if (!isHandle(second) || second.tenant !== operator.tenant)
    throw misuse('the second person is an operator of the same boundary and tenant');
  return { as, reason, force, second: { tenant: second.tenant, id: second.id } };
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

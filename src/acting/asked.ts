import { BoundaryError } from '../errors.ts';

/** A page that can be read. */
export interface PageAsked {
  readonly after: string;
  readonly limit: number;
}

/** Longest id or key, page and reason. */
const longestId = 256;
const longestPage = 1_000;
const longestReason = 500;

/** Checks which page is asked for. Throws `options_invalid`. */
export function pageAsked(options: { readonly after?: string; readonly limit?: number } = {}): PageAsked {
  const { after, limit = 100 } = optionsAsked('list', options, ['after', 'limit']);
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > longestPage)
    throw misuse(`the limit of a page is a whole number from 1 to ${longestPage}`);
  if (after !== undefined && !isText(after, longestId))
    throw misuse('a page follows the text that the page before gave as next');
  return { after: after ?? '', limit };
}

/** Checks an id or a digest: `what` it is, in a sentence. Throws `options_invalid`; whether there is one is another question. */
export function idAsked(what: string, value: unknown): string {
  if (!isText(value, longestId)) throw misuse(what);
  return value;
}

/** Checks why somebody acts, in that person's own words: `act` begins the sentence. Throws `options_invalid`. */
export function reasonAsked(act: string, reason: unknown): string {
  if (!isText(reason, longestReason) || reason.trim() === '')
    throw misuse(
      `${act} takes a reason: a text of 1 to ${longestReason} characters without control characters`,
    );
  return reason;
}

/** The options of an act by name. Throws `options_invalid`: a misspelt option would silently not count. */
export function optionsAsked<K extends string>(
  act: string,
  options: unknown,
  names: readonly K[],
): Readonly<Partial<Record<K, unknown>>> {
  if (typeof options !== 'object' || options === null)
    throw misuse(`the options of ${act} are an object: ${names.join(', ')}`);
  const given = Object.entries(options);
  const unknown = given.find(([name]) => !names.some((one) => one === name));
  if (unknown !== undefined)
    throw misuse(`${act} has no option ${JSON.stringify(unknown[0])}: it takes ${names.join(', ')}`);
  return Object.fromEntries(given) as Partial<Record<K, unknown>>;
}

/** What is thrown for an act that was asked for in the wrong way. */
export function misuse(sentence: string): BoundaryError {
  return new BoundaryError('options_invalid', sentence);
}

function isText(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= longest &&
    value.isWellFormed() &&
    !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value)
  );
}

import { BoundaryError } from '../errors.ts';

/** What is thrown where a session is used in the wrong way: `context_invalid`, with what would be right. */
export function misuse(sentence: string): BoundaryError {
  return new BoundaryError('context_invalid', sentence);
}

/** The options of something that a session does, by name. A misspelt one would silently not count: it is misuse. */
export function optionsGiven<K extends string>(
  what: string,
  options: unknown,
  names: readonly K[],
): Readonly<Partial<Record<K, unknown>>> {
  if (typeof options !== 'object' || options === null)
    throw misuse(`the options of ${what} are an object: ${names.join(', ')}`);
  const given = Object.entries(options);
  const unknown = given.find(([name]) => !names.some((one) => one === name));
  if (unknown !== undefined)
    throw misuse(`${what} has no option ${JSON.stringify(unknown[0])}: it takes ${names.join(', ')}`);
  return Object.fromEntries(given) as Partial<Record<K, unknown>>;
}

/** Whether a value is text that every database and digest keeps as it is. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

import { BoundaryError } from '../errors.ts';

/** Longest identifier, in UTF-16 units. */
const longest = 256;

/**
 * Checks an identifier that came from authentication. Refuses (throws `context_invalid`, naming it by `name` and never
 * repeating it) one that is missing, empty, blank, padded, longer than 256 characters, not well-formed Unicode or holds
 * a control character: an empty header must never become a default principal (B-068).
 */
export function identifier(name: string, value: unknown): string {
  if (typeof value !== 'string') throw contextInvalid(name, 'is missing or not a string');
  if (value.trim() === '') throw contextInvalid(name, 'is empty');
  if (value.trim() !== value) throw contextInvalid(name, 'begins or ends with white space');
  if (value.length > longest) throw contextInvalid(name, `is longer than ${longest} characters`);
  if (!value.isWellFormed() || /\p{Cc}/u.test(value))
    throw contextInvalid(name, 'holds a control character or half a surrogate pair');
  return value;
}

/** What is thrown where something that must come from authentication is none: `name` says what, `problem` why not. */
export function contextInvalid(name: string, problem: string): BoundaryError {
  return new BoundaryError(
    'context_invalid',
    `${name} ${problem}: take it from authentication, and refuse the request where it is not known`,
  );
}

import type { JsonObject } from './json.ts';
import { isObject } from './object.ts';
import { strictCopy } from './strict.ts';

/**
 * A detached, frozen copy of an object that the application's code answered with; throws TypeError for what is not
 * plain JSON, has no named members, or is empty and so would match anything. `what` begins the message; values stay
 * out of it.
 */
export function plainObject(what: string, value: unknown): JsonObject {
  const copy = strictCopy(value);
  if (!copy.ok) {
    throw new TypeError(
      `${what} is not plain JSON at "${copy.refusal.pointer}": ${copy.refusal.expected} expected`,
    );
  }
  if (!isObject(copy.value)) throw new TypeError(`${what} must be an object with named members`);
  if (Object.keys(copy.value).length === 0)
    throw new TypeError(`${what} is empty, so it would match anything`);
  return copy.value;
}

import { canonicalText, plainObject } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Target } from './target.ts';

/**
 * Makes a target of a loaded value. `identity` is what `identityOf` answered, or a frozen object of `identityPart`s:
 * taken now, so that nothing which mutates the value later can hide that it became another one. `version` is the
 * declaration's function, where it has one. A version that is none throws: what cannot be recognised is a fault, never
 * "no target" and never a match.
 */
export function recognise<T>(
  type: string,
  identity: JsonObject,
  version: ((value: T) => unknown) | undefined,
  value: T,
): Target<T> {
  return Object.freeze({
    type,
    identity,
    identityText: canonicalText(identity),
    version: version === undefined ? null : versionOf(type, version(value)),
    value,
  });
}

/** An identity as the application gave it, copied and frozen. Throws where a member says nothing. */
export function identityOf(what: string, identity: unknown): JsonObject {
  const object = plainObject(what, identity);
  for (const [name, part] of Object.entries(object)) {
    if (part === null || (typeof part === 'string' && part.trim() === '')) {
      throw new TypeError(`${what} has nothing in member ${name}`);
    }
  }
  return object;
}

/** One part of an identity: a string that is not blank, or a safe integer; anything else throws. */
export function identityPart(what: string, value: unknown): string | number {
  if (Number.isSafeInteger(value) && typeof value === 'number') return value;
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new TypeError(`${what} must be a string that is not blank, or a safe integer`);
}

function versionOf(type: string, version: unknown): string | number {
  if (typeof version === 'string' && version !== '') return version;
  if (typeof version === 'number' && Number.isFinite(version)) return version;
  throw new TypeError(`the version of target ${type} must be a string that is not empty, or a finite number`);
}

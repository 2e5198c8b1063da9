import { strictCopy } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Target } from './target.ts';

/**
 * Makes a target of a loaded value. The identity is copied and frozen here, so that nothing which mutates the value
 * later can hide that it became another one. Throws where identity or version is not what it must be: a target that
 * cannot be recognised is a fault, never "no target" and never a match. Values stay out of the messages.
 */
export function recognise<T>(type: string, identity: unknown, version: unknown, value: T): Target<T> {
  return Object.freeze({
    type,
    identity: identityOf(type, identity),
    version: versionOf(type, version),
    value,
  });
}

/** A detached, frozen, non-empty JSON object; anything else throws. */
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

/** One part of an identity: a string that is not blank, or a safe integer; anything else throws. */
export function identityPart(what: string, value: unknown): string | number {
  if (Number.isSafeInteger(value) && typeof value === 'number') return value;
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new TypeError(`${what} must be a string that is not blank, or a safe integer`);
}

function identityOf(type: string, identity: unknown): JsonObject {
  const what = `the identity of target ${type}`;
  const object = plainObject(what, identity);
  for (const [name, part] of Object.entries(object)) {
    if (part === null || (typeof part === 'string' && part.trim() === '')) {
      throw new TypeError(`${what} has nothing in member ${name}`);
    }
  }
  return object;
}

function versionOf(type: string, version: unknown): string | number | null {
  if (version === null) return null;
  if (typeof version === 'string' && version !== '') return version;
  if (typeof version === 'number' && Number.isFinite(version)) return version;
  throw new TypeError(`the version of target ${type} must be a string that is not empty, or a finite number`);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { hash } from 'node:crypto';
import { canonicalText } from './canonical.ts';
import type { Json } from './json.ts';

declare const digested: unique symbol;

/** 64 lower-case hexadecimal digits: a SHA-256 that names what it was made for. */
export type Digest = string & { readonly [digested]: true };

/** What a digest is made for, and the version of that layout, for example `countersign/action/v1`. */
export type Purpose = `countersign/${string}/v${number}`;

/**
 * SHA-256 over the purpose, a NUL and the canonical text (RFC 8785) of a value. Canonical text holds no NUL, so a
 * digest made for one purpose is never one of another. Equal values give equal digests whatever the order of their
 * members; `1`, `"1"` and `true`, `[]` and `{}` all differ. Throws TypeError for what is not JSON.
 */
export function digest(purpose: Purpose, value: Json): Digest {
  return sha256(`${purpose}\0${canonicalText(value)}`);
}

/**
 * The same over a text: for one that is canonical already, and for foreign identifiers. Throws TypeError for half
 * surrogate pairs: UTF-8 would replace them all alike, and different texts would share a digest.
 */
export function digestText(purpose: Purpose, text: string): Digest {
  if (!text.isWellFormed()) throw new TypeError('a digest needs well-formed Unicode');
  return sha256(`${purpose}\0${text}`);
}

/** Whether something is a digest in full: 64 lower-case hexadecimal digits and nothing else, no line break either. */
export function isDigest(value: unknown): value is Digest {
  return typeof value === 'string' && value.length === 64 && /^[0-9a-f]+$/.test(value);
}

/**
 * Equality of two texts in a time that depends on their lengths alone, which are no secret: for MACs, fingerprints
 * and digests, so that nobody finds the right one character by character.
 */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index += 1) {
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  }
  return difference === 0;
}

function sha256(text: string): Digest {
  return hash('sha256', text, 'hex') as Digest;
}

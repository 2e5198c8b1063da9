import { hash } from 'node:crypto';

/** Bytes of a SHA-256 block and of its digest. */
const block = 64;
const digestBytes = 32;

/** HMAC-SHA-256 of a text under one key: base64url without padding, 43 characters. */
export type TextMac = (text: string) => string;

/**
 * HMAC-SHA-256 (RFC 2104) under a key of 64 ASCII characters. Such a key fills one block, and either padded key is
 * ASCII as well, so the inner hash takes one string and both hashes are one-shot calls: half the time of `createHmac`,
 * the same result. Throws RangeError for any other key.
 */
export function textMac(key: string): TextMac {
  if (!/^[\x20-\x7e]{64}$/.test(key)) throw new RangeError('a MAC key is 64 ASCII characters');
  const inner = padded(key, 0x36).toString('latin1');
  const outer = Buffer.alloc(block + digestBytes);
  padded(key, 0x5c).copy(outer);
  return (text) => {
    outer.write(hash('sha256', inner + text, 'binary'), block, digestBytes, 'latin1');
    return hash('sha256', outer, 'base64url');
  };
}

function padded(key: string, pad: number): Buffer {
  return Buffer.from(Array.from(key, (character) => character.charCodeAt(0) ^ pad));
}

import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { freshBytes } from './random.ts';

/** AES-256-GCM with a random nonce of 96 bits and a full tag (NIST SP 800-38D). */
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts and authenticates bytes for exactly one `associated` text. The result is `nonce.tag.ciphertext`, each
 * base64url, so that a MAC can cover nonce and tag without the ciphertext.
 */
export function sealBytes(key: KeyObject, associated: string, plain: Uint8Array): string {
  const nonce = freshBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(Buffer.from(associated));
  const sealed = Buffer.concat([sealing.update(plain), sealing.final()]);
  return [nonce, sealing.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/** What was sealed; null where key, associated text or any character of the seal is another. */
export function openBytes(key: KeyObject, associated: string, sealed: string): Buffer | null {
  const [nonce, tag, ciphertext, ...rest] = sealed.split('.', 4).map(decoded);
  if (!nonce || !tag || !ciphertext || rest.length > 0) return null;
  if (nonce.length !== nonceBytes || tag.length !== tagBytes) return null;
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(associated));
  opening.setAuthTag(tag);
  try {
    return Buffer.concat([opening.update(ciphertext), opening.final()]);
  } catch {
    return null;
  }
}

/**
 * The `nonce.tag` of a sealed text: what a row's MAC covers of a sealed column. The tag authenticates the rest when
 * it is opened. A text that is no seal is its own head, which then matches no MAC over a real one.
 */
export function sealHead(sealed: string): string {
  const end = sealed.indexOf('.', sealed.indexOf('.') + 1);
  return end === -1 ? sealed : sealed.slice(0, end);
}

/** Strict base64url: bytes have one spelling, so a changed seal never opens. */
function decoded(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

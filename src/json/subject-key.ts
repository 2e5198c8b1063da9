import { createSecretKey, hkdfSync } from 'node:crypto';
import { type Column, columnsText, ownColumnsText } from './columns.ts';
import { openBytes, sealBytes } from './seal.ts';
import { textMac } from './text-mac.ts';

/**
 * The random key of one tenant, or of one subject within it. Once it is erased, its fingerprints match nothing and
 * its seals open nowhere. Key material is never readable from it.
 */
export interface SubjectKey {
  readonly id: string;
  /** Keyed fingerprint, 43 base64url characters; equal texts give equal fingerprints under one key and purpose. */
  fingerprint(purpose: string, text: string): string;
  /**
   * AEAD under a random nonce: `nonce.tag.ciphertext` in base64url. Opening with another purpose or other associated
   * data fails. Throws TypeError for half surrogate pairs, which UTF-8 cannot keep.
   */
  seal(purpose: string, associated: readonly Column[], text: string): string;
  /** null where the seal does not verify. */
  open(purpose: string, associated: readonly Column[], sealed: string): string | null;
}

/** The key of 32 random bytes; sealing and fingerprinting each have a subkey of their own (HKDF, RFC 5869). */
export function subjectKey(id: string, secret: Uint8Array): SubjectKey {
  const sealing = createSecretKey(
    new Uint8Array(hkdfSync('sha256', secret, '', 'countersign/subject/seal/v1', 32)),
  );
  const printing = hkdfSync('sha256', secret, '', 'countersign/subject/fingerprint/v1', 48);
  const mac = textMac(Buffer.from(printing).toString('base64url'));
  return Object.freeze<SubjectKey>({
    id,
    fingerprint(purpose, text) {
      return mac(JSON.stringify([purpose, text]));
    },
    seal(purpose, associated, text) {
      if (!text.isWellFormed()) throw new TypeError('only well-formed Unicode can be sealed');
      return sealBytes(sealing, ownColumnsText(purpose, associated), Buffer.from(text));
    },
    open(purpose, associated, sealed) {
      const bound = columnsText(purpose, associated);
      return bound === null ? null : (openBytes(sealing, bound, sealed)?.toString() ?? null);
    },
  });
}

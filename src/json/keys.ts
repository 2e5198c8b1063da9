/** A column under a MAC. */
export type Column = string | number | null;

/**
 * Keys derived from one master secret by HKDF: one for MACs, one for wrapping, one for blinding. They never leave
 * the process. CONTRACT (to be implemented in json/):
 */
export interface Keys {
  /** Public name of the master secret: safe to store. */
  readonly id: string;
  /** Verifies the secret without revealing it. */
  readonly check: string;
  /** MAC over purpose and every column, in order. */
  mac(purpose: string, columns: readonly Column[]): string;
  /** Constant-time. */
  macMatches(mac: string, purpose: string, columns: readonly Column[]): boolean;
  /** Keyed fingerprint for columns that must compare equal but tell a reader of the database nothing. */
  blind(purpose: string, tenant: string, text: string): string;
  /** A new random key, wrapped for storing: bound to tenant, subject and id. */
  newWrapped(tenant: string, subject: string, id: string): string;
  unwrap(tenant: string, subject: string, id: string, blob: string): SubjectKey;
}

/** The random key of one tenant, or of one subject within it. */
export interface SubjectKey {
  readonly id: string;
  /** Keyed fingerprint; equal texts give equal fingerprints under one key and purpose. */
  fingerprint(purpose: string, text: string): string;
  /** AEAD; opening with another purpose or other associated data fails. */
  seal(purpose: string, associated: readonly Column[], text: string): string;
  /** null where the seal does not verify. */
  open(purpose: string, associated: readonly Column[], sealed: string): string | null;
}

export declare function deriveKeys(master: string | Uint8Array): Keys;

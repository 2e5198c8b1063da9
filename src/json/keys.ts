import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { type Column, columnsText, ownColumnsText } from './columns.ts';
import { sameText } from './digest.ts';
import { KeyFault } from './key-fault.ts';
import { masterSecret } from './master-secret.ts';
import { openBytes, sealBytes } from './seal.ts';
import { subjectKey, type SubjectKey } from './subject-key.ts';
import { textMac } from './text-mac.ts';

/**
 * Keys derived from one master secret, one for each use: MACs, blinding, wrapping. They never leave the process, and
 * cannot be read from this object.
 */
export interface Keys {
  /** Public name of the master secret: safe to store. */
  readonly id: string;
  /** Verifies the secret without revealing it. */
  readonly check: string;
  /** MAC over purpose and every column, in order: 43 base64url characters. Throws TypeError for what is no column. */
  mac(purpose: string, columns: readonly Column[]): string;
  /** Constant-time. False as well where a column is none: a hostile database may return anything. */
  macMatches(mac: string, purpose: string, columns: readonly Column[]): boolean;
  /** Keyed fingerprint for columns that must compare equal but tell a reader of the database nothing. */
  blind(purpose: string, tenant: string, text: string): string;
  /** A new random key, wrapped for storing: bound to tenant, subject and id. */
  newWrapped(tenant: string, subject: string, id: string): string;
  /** Throws `KeyFault` where the blob was not wrapped under this master secret for exactly this owner and id. */
  unwrap(tenant: string, subject: string, id: string, blob: string): SubjectKey;
}

/** Bytes of a tenant's or subject's random key. */
const secretBytes = 32;

/** Derives every key from the master secret by HKDF-SHA-256 (RFC 5869). Throws `KeyFault` where it is too short. */
export function deriveKeys(master: string | Uint8Array): Keys {
  const secret = masterSecret(master);
  const derived = (use: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `countersign/keys/${use}/v1`, bytes));
  const rowMac = textMac(derived('mac', 48).toString('base64url'));
  const blindMac = textMac(derived('blind', 48).toString('base64url'));
  const wrapping = createSecretKey(derived('wrap', 32));
  const owner = (tenant: string, subject: string, id: string): string =>
    ownColumnsText('countersign/wrapped-key/v1', [tenant, subject, id]);

  return Object.freeze<Keys>({
    id: derived('id', 12).toString('base64url'),
    check: derived('check', 32).toString('base64url'),
    mac(purpose, columns) {
      return rowMac(ownColumnsText(purpose, columns));
    },
    macMatches(mac, purpose, columns) {
      const text = columnsText(purpose, columns);
      return text !== null && typeof mac === 'string' && sameText(rowMac(text), mac);
    },
    blind(purpose, tenant, text) {
      return blindMac(JSON.stringify([purpose, tenant, text]));
    },
    newWrapped(tenant, subject, id) {
      return sealBytes(wrapping, owner(tenant, subject, id), randomBytes(secretBytes));
    },
    unwrap(tenant, subject, id, blob) {
      const bytes = openBytes(wrapping, owner(tenant, subject, id), blob);
      if (bytes === null) {
        throw new KeyFault(
          'state_tampered',
          'a stored key does not open: it was changed, moved to another owner, or wrapped under another master key',
        );
      }
      return subjectKey(id, bytes);
    },
  });
}

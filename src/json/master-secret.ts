import { KeyFault } from './key-fault.ts';

/** Bytes of a master secret, at least. */
const least = 32;

/**
 * The bytes of a master secret: given as bytes, or as hexadecimal, base64 or base64url text of at least 32 of them.
 * Hexadecimal wins where a text could be either. Throws `KeyFault` otherwise; the message never repeats the secret.
 */
export function masterSecret(master: string | Uint8Array): Uint8Array {
  const bytes = typeof master === 'string' ? decoded(master) : master;
  if (!(bytes instanceof Uint8Array) || bytes.length < least) {
    throw new KeyFault(
      'key_malformed',
      `the master key is ${least} or more random bytes, or their base64, base64url or hexadecimal text with nothing around it`,
    );
  }
  return bytes;
}

function decoded(text: string): Buffer | null {
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex');
  const bytes = Buffer.from(text, 'base64');
  const spellings = [
    bytes.toString('base64url'),
    bytes.toString('base64'),
    padded(bytes.toString('base64url')),
  ];
  return spellings.includes(text) ? bytes : null;
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

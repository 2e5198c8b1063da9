import { randomBytes } from 'node:crypto';

/** Identifiers that the boundary mints. A port, so that tests can foresee them. */
export interface Ids {
  /** A new identifier: opaque, unique, ordered by time so that index pages stay warm. `now` in milliseconds. */
  next(now: number): string;
}

/** 48 bits of time, then 80 random bits, as 26 lower-case base32 characters (the layout of a ULID). */
export const randomIds: Ids = {
  next(now) {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(Math.max(0, Math.floor(now)) % 2 ** 48, 0, 6);
    let bits = BigInt(`0x${bytes.toString('hex')}`);
    let text = '';
    for (let place = 0; place < 26; place += 1) {
      text = alphabet[Number(bits & 31n)]! + text;
      bits >>= 5n;
    }
    return text;
  },
};

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

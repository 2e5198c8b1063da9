import { freshBytes } from './json/random.ts';

/** Identifiers that the boundary mints. A port, so that tests can foresee them. */
export interface Ids {
  /** A new identifier: opaque, unique, ordered by time so that index pages stay warm. `now` in milliseconds. */
  next(now: number): string;
}

/** 48 bits of time, then 80 random bits, as 26 lower-case base32 characters (the layout of a ULID). */
export const randomIds: Ids = {
  next(now) {
    let time = Math.max(0, Math.floor(now)) % 2 ** 48;
    let text = '';
    for (let place = 0; place < 10; place += 1) {
      text = alphabet.charAt(time % 32) + text;
      time = Math.floor(time / 32);
    }
    // Five bits of each byte: whole bytes are dearer to cut than to draw.
    for (const byte of freshBytes(16)) text += alphabet.charAt(byte & 31);
    return text;
  },
};

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

import { randomFillSync } from 'node:crypto';

/** Asking the system costs the same for 16 bytes as for 4,096, and a governed call needs some four times. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/**
 * `length` bytes from the system's generator, drawn in larger portions; none is handed out twice. Throws RangeError
 * for a length that is not a whole number from 1 to 4,096: fewer bytes than were asked for would be weaker, silently.
 */
export function freshBytes(length: number): Buffer {
  if (!Number.isInteger(length) || length < 1 || length > pool.length) {
    throw new RangeError(`fresh bytes come 1 to ${pool.length} at a time`);
  }
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const fresh = Buffer.from(pool.subarray(used, used + length));
  pool.fill(0, used, used + length);
  used += length;
  return fresh;
}

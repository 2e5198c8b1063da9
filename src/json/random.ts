import { randomFillSync } from 'node:crypto';

/** Asking the system costs the same for 16 bytes as for 4,096, and a governed call needs some four times. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** `length` bytes (at most 4,096) from the system's generator, drawn in larger portions; none is handed out twice. */
export function freshBytes(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const fresh = Buffer.from(pool.subarray(used, used + length));
  pool.fill(0, used, used + length);
  used += length;
  return fresh;
}

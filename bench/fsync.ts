import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

const page = Buffer.alloc(4_096, 1);

/** Milliseconds of each of `count` writes of one page with its fsync: what a durable commit cannot be faster than. */
export function fsyncTimes(file: string, count: number): readonly number[] {
  const descriptor = openSync(file, 'w');
  try {
    return Array.from({ length: count }, (_, index) => {
      const began = performance.now();
      writeSync(descriptor, page, 0, page.length, index * page.length);
      fsyncSync(descriptor);
      return performance.now() - began;
    });
  } finally {
    closeSync(descriptor);
  }
}

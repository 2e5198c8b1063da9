import type { Ids } from '../ids.ts';

/** Identifiers that a test can foresee: `prefix` and a number that counts from 1. They sort in the order of minting. */
export function countingIds(prefix = 'id'): Ids {
  let minted = 0;
  return {
    next() {
      minted += 1;
      return `${prefix}-${String(minted).padStart(8, '0')}`;
    },
  };
}

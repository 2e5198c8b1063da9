import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import { type KeyRing, keyRing, type Keys } from '../json/index.ts';
import type { Store } from '../store/store.ts';
import { environmentKey } from './environment-key.ts';
import { findKeys, type KeySource } from './find-keys.ts';
import { keyMismatch } from './key-mismatch.ts';

/** The keys of a boundary, and where their secret came from. */
export interface AdoptedKeys {
  readonly keys: Keys;
  readonly ring: KeyRing;
  readonly source: KeySource;
}

/**
 * Finds the master secret and makes sure that it is the one the database belongs to: data without its key refuses to
 * start (`key_mismatch`), since every MAC would read as tampering and every seal as lost.
 */
export async function adoptKeys(given: {
  readonly store: Store;
  readonly mode: 'production' | 'development';
  readonly given: string | Uint8Array | undefined;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly say: (sentence: string) => void;
}): Promise<AdoptedKeys> {
  const { store, mode, ids, clock, say } = given;
  const { keys, source } = findKeys({
    given: given.given ?? environmentKey(),
    mode,
    store,
    database: await store.currentKey(),
    say,
  });
  const mismatch = keyMismatch(await store.adoptKey({ id: keys.id, check: keys.check }), keys);
  if (mismatch !== null) throw mismatch;
  return { keys, ring: keyRing(keys, store, () => ids.next(clock.now())), source };
}

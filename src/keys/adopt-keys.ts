import type { Clock } from '../clock.ts';
import { BoundaryError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import { deriveKeys, KeyFault, type KeyRing, keyRing, type Keys, sameText } from '../json/index.ts';
import { findMasterKey, type KeySource } from './master-key.ts';
import type { Store } from './store.ts';

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
  const current = await store.currentKey();
  const master = findMasterKey({
    // Secrets that come through files and environments often end in a line break.
    given: given.given ?? process.env['COUNTERSIGN_KEY']?.trim(),
    // A database that has a key must never be given a new one because its file is gone.
    mode: current === null ? mode : 'production',
    store,
    say,
  });
  const keys = derived(master.secret);
  const adopted = await store.adoptKey({ id: keys.id, check: keys.check });
  if (!sameText(adopted.id, keys.id) || !sameText(adopted.check, keys.check)) {
    throw new BoundaryError(
      'key_mismatch',
      `the database belongs to the master key ${adopted.id}, and the key given is ${keys.id}: start with the former`,
    );
  }
  return { keys, ring: keyRing(keys, store, () => ids.next(clock.now())), source: master.source };
}

function derived(secret: string | Uint8Array): Keys {
  try {
    return deriveKeys(secret);
  } catch (error) {
    if (error instanceof KeyFault) throw new BoundaryError('key_malformed', error.message);
    throw error;
  }
}

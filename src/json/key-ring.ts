import { andThen, type Awaitable, isThenable } from '../awaitable.ts';
import type { Keys } from './keys.ts';
import type { SubjectKey } from './subject-key.ts';

/** Where wrapped keys are kept: two operations of the store. */
export interface WrappedKeys {
  wrappedKey(tenant: string, subject: string): Awaitable<StoredKey | null>;
  /** Adds a key, or answers with the one that was there first. */
  addWrappedKey(row: StoredKey): Awaitable<StoredKey>;
}

/** A wrapped key as stored. `subject` '' is the tenant's own. */
export interface StoredKey {
  readonly tenant: string;
  readonly subject: string;
  readonly id: string;
  readonly blob: string;
}

/** Finds, or makes on first use, the random key of a tenant (subject '') or of a subject. */
export interface KeyRing {
  readonly keys: Keys;
  /**
   * Synchronous where the key is cached or the store answers at once. Whoever asks first for a new key, in whichever
   * process, everybody gets the one that the store kept. Throws, or rejects with, `KeyFault` where a stored key does
   * not open; a failure is not cached.
   */
  of(tenant: string, subject: string): Awaitable<SubjectKey>;
}

/**
 * A key ring over stored keys. Holds the `capacity` keys used last; callers that ask for the same key while it is
 * being fetched share one fetch.
 */
export function keyRing(keys: Keys, stored: WrappedKeys, newId: () => string, capacity = 1000): KeyRing {
  if (!(capacity >= 1)) throw new RangeError('a key ring holds at least one key');
  /** Oldest use first: a Map keeps the order of insertion, and a use inserts again. */
  const opened = new Map<string, SubjectKey>();
  const fetching = new Map<string, Promise<SubjectKey>>();

  function keep(name: string, key: SubjectKey): SubjectKey {
    opened.delete(name);
    opened.set(name, key);
    if (opened.size > capacity) opened.delete(opened.keys().next().value!);
    return key;
  }

  function find(tenant: string, subject: string): Awaitable<SubjectKey> {
    const open = (row: StoredKey): SubjectKey => keys.unwrap(tenant, subject, row.id, row.blob);
    return andThen(stored.wrappedKey(tenant, subject), (row) => {
      if (row !== null) return open(row);
      const id = newId();
      const blob = keys.newWrapped(tenant, subject, id);
      return andThen(stored.addWrappedKey({ tenant, subject, id, blob }), open);
    });
  }

  return Object.freeze<KeyRing>({
    keys,
    of(tenant, subject) {
      const name = JSON.stringify([tenant, subject]);
      const key = opened.get(name);
      if (key !== undefined) return keep(name, key);
      const underWay = fetching.get(name);
      if (underWay !== undefined) return underWay;
      const found = find(tenant, subject);
      if (!isThenable(found)) return keep(name, found);
      const kept = Promise.resolve(found)
        .then((arrived) => keep(name, arrived))
        .finally(() => fetching.delete(name));
      fetching.set(name, kept);
      return kept;
    },
  });
}

import { randomBytes } from 'node:crypto';
import { BoundaryError } from '../errors.ts';
import { deriveKeys, KeyFault, type Keys } from '../json/index.ts';
import type { KeyRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { makeKeyFile, readKeyFile } from './key-file.ts';

/** Where the master secret came from; `doctor --strict` accepts only a given one in production. */
export type KeySource = 'given' | 'file' | 'memory';

/** What finding the secret depends on. */
export interface KeySearch {
  /** From the options or the environment; undefined where neither has one. */
  readonly given: string | Uint8Array | undefined;
  readonly mode: 'production' | 'development';
  readonly store: Pick<Store, 'file' | 'durable'>;
  /** The key that the database belongs to, or null. */
  readonly database: KeyRow | null;
  /** Shows a sentence to whoever runs the process. */
  readonly say: (sentence: string) => void;
}

/**
 * The keys under the master secret: the given one, else the file beside the database. In development a missing file
 * is made (mode 0600) and said so; a store in memory gets a secret that dies with it. In production a missing secret is
 * refused (`key_missing`): one made silently would be lost with the machine, and everything sealed with it. So is it
 * wherever the database has a key already, since nothing but that one opens it. What is no secret is `key_malformed`.
 * The secret itself is never printed, logged or stored, and is not kept.
 */
export function findKeys(search: KeySearch): { readonly keys: Keys; readonly source: KeySource } {
  const { secret, source } = findSecret(search);
  try {
    return { keys: deriveKeys(secret), source };
  } catch (error) {
    if (error instanceof KeyFault) throw new BoundaryError('key_malformed', error.message);
    throw error;
  }
}

function findSecret({ given, mode, store, database, say }: KeySearch): {
  readonly secret: string | Uint8Array;
  readonly source: KeySource;
} {
  if (given !== undefined) return { secret: given, source: 'given' };
  const mayMake = mode === 'development' && database === null;
  if (store.file === null) {
    if (mayMake && !store.durable) return { secret: randomBytes(32), source: 'memory' };
    throw missing(database, null);
  }
  const path = `${store.file}.key`;
  const found = readKeyFile(path);
  if (found !== null) return { secret: found, source: 'file' };
  if (!mayMake) throw missing(database, path);
  const made = makeKeyFile(path);
  say(
    `countersign: made a development key at ${path}; in production set COUNTERSIGN_KEY and keep it apart from the database.`,
  );
  return { secret: made, source: 'file' };
}

function missing(database: KeyRow | null, path: string | null): BoundaryError {
  if (database === null) {
    return new BoundaryError(
      'key_missing',
      'no master key: set COUNTERSIGN_KEY, or pass key, to 32 random bytes in base64 (for example from `openssl rand -base64 32`)',
    );
  }
  const back = path === null ? '' : `, or put its file back at ${path}`;
  return new BoundaryError(
    'key_missing',
    `no master key: the database belongs to the master key ${database.id} and opens with no other, so find that one and set COUNTERSIGN_KEY or pass key${back}`,
  );
}

import { randomBytes } from 'node:crypto';
import { BoundaryError } from '../errors.ts';
import { makeKeyFile, readKeyFile } from './key-file.ts';
import type { Store } from './store.ts';

/** Where the master secret came from; `doctor --strict` accepts only a given one in production. */
export type KeySource = 'given' | 'file' | 'memory';

/** The master secret and its source. Never printed, logged or stored. */
export interface MasterKey {
  readonly secret: string | Uint8Array;
  readonly source: KeySource;
}

/** What finding the secret depends on. */
export interface KeySearch {
  /** From the options or the environment; undefined where neither has one. */
  readonly given: string | Uint8Array | undefined;
  readonly mode: 'production' | 'development';
  readonly store: Pick<Store, 'file' | 'durable'>;
  /** Shows a sentence to whoever runs the process. */
  readonly say: (sentence: string) => void;
}

/**
 * Finds the master secret: the given one, else the file beside the database. In development a missing file is made
 * (mode 0600) and said so; a store in memory gets a secret that dies with it. In production a missing secret is
 * refused (`key_missing`): a secret made silently would be lost with the machine, and everything sealed with it.
 */
export function findMasterKey({ given, mode, store, say }: KeySearch): MasterKey {
  if (given !== undefined) return { secret: given, source: 'given' };
  if (store.file === null) {
    if (mode === 'development' && !store.durable) return { secret: randomBytes(32), source: 'memory' };
    throw missing();
  }
  const path = `${store.file}.key`;
  const found = readKeyFile(path);
  if (found !== null) return { secret: found, source: 'file' };
  if (mode === 'production') throw missing();
  const made = makeKeyFile(path);
  say(
    `countersign: made a development key at ${path}; in production set COUNTERSIGN_KEY and keep it apart from the database.`,
  );
  return { secret: made, source: 'file' };
}

function missing(): BoundaryError {
  return new BoundaryError(
    'key_missing',
    'no master key: set COUNTERSIGN_KEY, or pass key, to 32 random bytes in base64 (for example from `openssl rand -base64 32`)',
  );
}

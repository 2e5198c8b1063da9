import { BoundaryError } from '../../errors.ts';
import { findKeys, keyMismatch, type KeySource } from '../../keys/index.ts';
import type { BoundaryOptions } from '../../options.ts';
import type { KeyRow } from '../../store/rows.ts';
import type { Advice } from './advice.ts';

/** What is known of the master key without making one. The secret itself is not kept. */
export interface KeyReport {
  /** null: there is none yet. */
  readonly source: KeySource | null;
  /** The public name of the key, which the database records; null where there is none. */
  readonly id: string | null;
  readonly errors: readonly Advice[];
}

/**
 * Finds the key as the boundary would, but makes none, and compares it with the one that the database belongs to
 * (null where it belongs to none, or cannot be asked).
 */
export function keyReport(
  options: BoundaryOptions,
  environment: string | undefined,
  database: KeyRow | null,
): KeyReport {
  const { store, mode = 'production' } = options;
  const given = options.key ?? environment;
  if (given === undefined && mode === 'development' && store.file === null && !store.durable) {
    return { source: 'memory', id: null, errors: [] };
  }
  try {
    // In production nothing is made.
    const { keys, source } = findKeys({ given, mode: 'production', store, database, say: () => {} });
    const mismatch = database === null ? null : keyMismatch(database, keys);
    return { source, id: keys.id, errors: mismatch === null ? [] : [found(mismatch)] };
  } catch (error) {
    if (!(error instanceof BoundaryError)) throw error;
    const willBeMade = error.code === 'key_missing' && mode === 'development' && database === null;
    return { source: null, id: null, errors: willBeMade ? [] : [found(error)] };
  }
}

function found({ code, message }: BoundaryError): Advice {
  return { code, about: 'key', sentence: `${message}.` };
}

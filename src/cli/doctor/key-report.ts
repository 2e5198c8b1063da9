import { BoundaryError } from '../../errors.ts';
import { deriveKeys, KeyFault, sameText } from '../../json/index.ts';
import type { BoundaryOptions } from '../../options.ts';
import { findMasterKey, type KeySource } from '../../store/master-key.ts';
import type { KeyRow } from '../../store/rows.ts';
import type { Finding } from './finding.ts';

/** What is known of the master key without making one. The secret itself is not kept. */
export interface KeyReport {
  /** null: there is none yet. */
  readonly source: KeySource | null;
  /** The public name of the key, which the database records; null where there is none. */
  readonly id: string | null;
  readonly errors: readonly Finding[];
}

/**
 * Finds the key as the boundary would, but makes none, and compares it with the one that the database belongs to
 * (`adopted`: null where it belongs to none, or cannot be asked).
 */
export function keyReport(
  options: BoundaryOptions,
  environment: string | undefined,
  adopted: KeyRow | null,
): KeyReport {
  const { store, mode = 'production' } = options;
  const given = options.key ?? environment;
  if (given === undefined && mode === 'development' && store.file === null && !store.durable) {
    return { source: 'memory', id: null, errors: [] };
  }
  try {
    // In production nothing is made.
    const { secret, source } = findMasterKey({ given, mode: 'production', store, say: () => {} });
    const keys = deriveKeys(secret);
    const same = adopted === null || (sameText(adopted.id, keys.id) && sameText(adopted.check, keys.check));
    return { source, id: keys.id, errors: same ? [] : [mismatch(adopted.id, keys.id)] };
  } catch (error) {
    if (error instanceof KeyFault)
      return { source: null, id: null, errors: [found(error.code, error.message)] };
    if (!(error instanceof BoundaryError)) throw error;
    const willBeMade = error.code === 'key_missing' && mode === 'development' && adopted === null;
    return { source: null, id: null, errors: willBeMade ? [] : [found(error.code, error.message)] };
  }
}

function mismatch(database: string, given: string): Finding {
  return found(
    'key_mismatch',
    `the database belongs to the master key ${database}, and the key given is ${given}: start with the former`,
  );
}

function found(code: string, message: string): Finding {
  return { code, about: 'key', sentence: `${message}.` };
}

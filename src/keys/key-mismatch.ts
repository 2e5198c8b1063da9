import { BoundaryError } from '../errors.ts';
import { type Keys, sameText } from '../json/index.ts';
import type { KeyRow } from '../store/rows.ts';

/** The error `key_mismatch` where a database belongs to another master key than the one found; otherwise null. */
export function keyMismatch(database: KeyRow, found: Pick<Keys, 'id' | 'check'>): BoundaryError | null {
  if (sameText(database.id, found.id) && sameText(database.check, found.check)) return null;
  return new BoundaryError(
    'key_mismatch',
    `the database belongs to the master key ${database.id}, and the key given is ${found.id}: start with the former`,
  );
}

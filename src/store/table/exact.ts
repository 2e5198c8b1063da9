import { BoundaryError } from '../../errors.ts';
import type { Value } from './values.ts';

/**
 * Lets through only parameters that every database gives back exactly. U+0000 is refused although SQLite could hold it:
 * some of its drivers read text up to the first one, and PostgreSQL has no such text. Unpaired surrogates have no UTF-8
 * form.
 */
export function exact(values: readonly Value[]): readonly Value[] {
  for (const value of values) {
    if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) {
      throw new BoundaryError(
        'store_failed',
        'text with U+0000 or an unpaired surrogate cannot be stored exactly',
      );
    }
  }
  return values;
}

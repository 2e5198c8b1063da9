import { BoundaryError } from '../../errors.ts';
import type { CatalogueRow } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Values } from './values.ts';

/** The columns of a catalogue version, in the order that `readCatalogue` keeps. */
export const catalogueColumns = 'version, state, since, mac';

/** A catalogue version from the values of `catalogueColumns`, which begin at `from`. */
export function readCatalogue(values: Values, from = 0): CatalogueRow {
  const columns = new Columns(values, from);
  return {
    version: columns.text(),
    state: state(columns.text()),
    since: columns.whole(),
    mac: columns.text(),
  };
}

function state(text: string): CatalogueRow['state'] {
  if (text === 'in_force' || text === 'superseded') return text;
  throw new BoundaryError(
    'store_failed',
    'a catalogue version in the database is in a state that does not exist',
  );
}

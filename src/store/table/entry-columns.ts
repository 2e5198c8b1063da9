import { BoundaryError } from '../../errors.ts';
import type { EntryKind, EntryRow } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Values } from './values.ts';

/** The columns of an entry of a history, in the order that `readEntry` keeps. */
export const entryColumns = 'tenant, owner, conversation, n, kind, at, body, mac';

/** An entry from the values of `entryColumns`. */
export function readEntry(values: Values): EntryRow {
  const columns = new Columns(values);
  return {
    tenant: columns.text(),
    owner: columns.text(),
    conversation: columns.text(),
    n: columns.whole(),
    kind: kind(columns.text()),
    at: columns.whole(),
    body: columns.text(),
    mac: columns.text(),
  };
}

function kind(text: string): EntryKind {
  switch (text) {
    case 'heard':
    case 'saw':
    case 'step':
    case 'run':
    case 'shared':
      return text;
    default:
      throw new BoundaryError('store_failed', 'an entry in the database is of a kind that does not exist');
  }
}

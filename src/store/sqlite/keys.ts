import type { KeyRow, WrappedKeyRow } from '../rows.ts';
import { Columns } from '../table/columns.ts';
import type { Driver } from './driver.ts';

/** The tables of keys inside a transaction that somebody else frames. */
export interface Keys {
  /** The key that the database belongs to, or null. */
  current(): KeyRow | null;
  /** The key that the database belongs to; it adopts `key` if it belongs to none yet. */
  adopt(key: KeyRow): KeyRow;
  wrapped(tenant: string, subject: string): WrappedKeyRow | null;
  /** Adds a wrapped key, or answers with the one that was there first. */
  addWrapped(row: WrappedKeyRow): WrappedKeyRow;
}

/** Prepares the statements. */
export function keys(driver: Driver): Keys {
  const find = driver.prepare('SELECT id, "check" FROM countersign_key');
  const adopt = driver.prepare('INSERT INTO countersign_key (one, id, "check") VALUES (1, ?, ?)');
  const findWrapped = driver.prepare(
    'SELECT tenant, subject, id, blob FROM countersign_wrapped_key WHERE tenant = ? AND subject = ?',
  );
  const add = driver.prepare(
    'INSERT INTO countersign_wrapped_key (tenant, subject, id, blob) VALUES (?, ?, ?, ?)',
  );
  const current = (): KeyRow | null => {
    const row = find.get();
    if (row === undefined) return null;
    const columns = new Columns(row);
    return { id: columns.text(), check: columns.text() };
  };
  const wrapped = (tenant: string, subject: string): WrappedKeyRow | null => {
    const row = findWrapped.get(tenant, subject);
    if (row === undefined) return null;
    const columns = new Columns(row);
    return { tenant: columns.text(), subject: columns.text(), id: columns.text(), blob: columns.text() };
  };
  return {
    current,
    adopt(key) {
      const there = current();
      if (there === null) adopt.run(key.id, key.check);
      return there ?? key;
    },
    wrapped,
    addWrapped(row) {
      const there = wrapped(row.tenant, row.subject);
      if (there === null) add.run(row.tenant, row.subject, row.id, row.blob);
      return there ?? row;
    },
  };
}

import { BoundaryError } from '../../errors.ts';
import type { KeyRow, WrappedKeyRow } from '../rows.ts';
import { Columns } from '../table/columns.ts';
import type { On, Sql } from './statement.ts';

/** The tables of keys. */
export interface Keys {
  /** The key that the database belongs to, or null. */
  current(on: On): Promise<KeyRow | null>;
  /** The key that the database belongs to; it adopts `key` if it belongs to none yet. */
  adopt(on: On, key: KeyRow): Promise<KeyRow>;
  wrapped(on: On, tenant: string, subject: string): Promise<WrappedKeyRow | null>;
  /** Adds a wrapped key, or answers with the one that was there first. */
  addWrapped(on: On, row: WrappedKeyRow): Promise<WrappedKeyRow>;
}

/** Makes the statements. */
export function keys(sql: Sql): Keys {
  const find = sql('SELECT id, "check" FROM countersign_key');
  const adopt = sql('INSERT INTO countersign_key (one, id, "check") VALUES (1, ?, ?) ON CONFLICT DO NOTHING');
  const findWrapped = sql(
    'SELECT tenant, subject, id, blob FROM countersign_wrapped_key WHERE tenant = ? AND subject = ?',
  );
  const add = sql(
    `INSERT INTO countersign_wrapped_key (tenant, subject, id, blob) VALUES (?, ?, ?, ?)
     ON CONFLICT (tenant, subject) DO NOTHING`,
  );
  const current = async (on: On): Promise<KeyRow | null> => {
    const [row] = await on.all(find);
    if (row === undefined) return null;
    const columns = new Columns(row);
    return { id: columns.text(), check: columns.text() };
  };
  const wrapped = async (on: On, tenant: string, subject: string): Promise<WrappedKeyRow | null> => {
    const [row] = await on.all(findWrapped, tenant, subject);
    if (row === undefined) return null;
    const columns = new Columns(row);
    return { tenant: columns.text(), subject: columns.text(), id: columns.text(), blob: columns.text() };
  };
  return {
    current,
    async adopt(on, key) {
      await on.run(adopt, key.id, key.check);
      return (await current(on)) ?? gone();
    },
    wrapped,
    async addWrapped(on, row) {
      await on.run(add, row.tenant, row.subject, row.id, row.blob);
      return (await wrapped(on, row.tenant, row.subject)) ?? gone();
    },
  };
}

function gone(): never {
  throw new BoundaryError('store_failed', 'a key was deleted while it was added');
}

import type { CallRow } from '../rows.ts';
import { callColumns, readCall } from '../table/call-columns.ts';
import type { On, Sql } from './statement.ts';

/** Makes finding the call that holds a logical operation of a tenant, or null. */
export function holder(sql: Sql): (on: On, tenant: string, operation: string) => Promise<CallRow | null> {
  const find = sql(`SELECT ${callColumns} FROM countersign_call WHERE tenant = ? AND holds = ?`);
  return async (on, tenant, operation) => {
    const [row] = await on.all(find, tenant, operation);
    return row === undefined ? null : readCall(row);
  };
}

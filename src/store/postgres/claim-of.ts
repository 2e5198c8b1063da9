import type { CallRow } from '../rows.ts';
import { callColumns, readCall } from '../table/call-columns.ts';
import type { On, Sql } from './statement.ts';

/** Makes finding the call of a tenant that an execution id belongs to, or null. */
export function claimOf(sql: Sql): (on: On, tenant: string, execution: string) => Promise<CallRow | null> {
  // The conditions are those of the partial indexes, which are used only where they stand as they do there.
  const of = (states: string) =>
    `(SELECT ${callColumns} FROM countersign_call WHERE tenant = ? AND execution = ? AND state ${states} LIMIT 1)`;
  const find = sql(
    `${of("NOT IN ('asked', 'failed', 'retryable')")} UNION ALL ${of("IN ('failed', 'retryable')")} LIMIT 1`,
  );
  return async (on, tenant, execution) => {
    const [row] = await on.all(find, tenant, execution, tenant, execution);
    return row === undefined ? null : readCall(row);
  };
}

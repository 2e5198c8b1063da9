import type { CallRow } from '../rows.ts';
import type { UnresolvedPage } from '../store.ts';
import { callColumns, readCall } from '../table/call-columns.ts';
import type { On, Sql } from './statement.ts';

/** Makes reading one page of a tenant's calls that are claimed or indeterminate, by execution id. */
export function unresolved(sql: Sql): (on: On, page: UnresolvedPage) => Promise<readonly CallRow[]> {
  const page = sql(
    `SELECT ${callColumns} FROM countersign_call
     WHERE tenant = ? AND execution > ? AND state IN ('claimed', 'indeterminate')
     ORDER BY execution LIMIT ?`,
  );
  return async (on, { tenant, after, limit }) =>
    (await on.all(page, tenant, after, Math.max(0, limit))).map((values) => readCall(values));
}

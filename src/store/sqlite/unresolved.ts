import type { CallRow } from '../rows.ts';
import type { UnresolvedPage } from '../store.ts';
import { callColumns, readCall } from '../table/call-columns.ts';
import type { Driver } from './driver.ts';

/** Prepares: one page of a tenant's calls that are claimed or indeterminate, by execution id. */
export function unresolved(driver: Driver): (page: UnresolvedPage) => readonly CallRow[] {
  // The condition on the state is that of the partial index, which is used only where it stands as it does there.
  const page = driver.prepare(
    `SELECT ${callColumns} FROM countersign_call
     WHERE tenant = ? AND execution > ? AND state IN ('claimed', 'indeterminate')
     ORDER BY execution LIMIT ?`,
  );
  // A negative LIMIT means no limit to SQLite.
  return ({ tenant, after, limit }) =>
    page.all(tenant, after, Math.max(0, limit)).map((values) => readCall(values));
}

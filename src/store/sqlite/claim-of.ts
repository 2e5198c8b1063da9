import type { CallRow } from '../rows.ts';
import { callColumns, readCall } from '../table/call-columns.ts';
import type { Driver } from './driver.ts';

/** Prepares: the call of a tenant that an execution id belongs to, or null. */
export function claimOf(driver: Driver): (tenant: string, execution: string) => CallRow | null {
  const of = (states: string) =>
    driver.prepare(
      `SELECT ${callColumns} FROM countersign_call WHERE tenant = ? AND execution = ? AND state ${states}`,
    );
  // The conditions are those of the partial indexes, which are used only where they stand as they do there.
  const one = of(`NOT IN ('asked', 'failed', 'retryable')`);
  const others = of(`IN ('failed', 'retryable') LIMIT 1`);
  return (tenant, execution) => {
    const row = one.get(tenant, execution) ?? others.get(tenant, execution);
    return row === undefined ? null : readCall(row);
  };
}

import type { CallRow } from '../rows.ts';
import { callColumns, readCall } from './call-columns.ts';
import type { Driver } from './driver.ts';

/** Prepares: the call of a tenant that an execution id belongs to, or null. */
export function claimOf(driver: Driver): (tenant: string, execution: string) => CallRow | null {
  const of = (states: string) =>
    driver.prepare(
      `SELECT ${callColumns} FROM countersign_call WHERE tenant = ? AND execution = ? AND state ${states}`,
    );
  // The index of execution ids covers what may have had an effect: only what had none is looked for row by row.
  const indexed = of(`NOT IN ('failed', 'retryable')`);
  const others = of(`IN ('failed', 'retryable') LIMIT 1`);
  return (tenant, execution) => {
    const row = indexed.get(tenant, execution) ?? others.get(tenant, execution);
    return row === undefined ? null : readCall(row);
  };
}

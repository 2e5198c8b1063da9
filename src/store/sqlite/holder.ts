import type { CallRow } from '../rows.ts';
import { callColumns, readCall } from '../table/call-columns.ts';
import type { Driver } from './driver.ts';

/** Prepares: the call that holds a logical operation of a tenant, or null. */
export function holder(driver: Driver): (tenant: string, operation: string) => CallRow | null {
  const find = driver.prepare(`SELECT ${callColumns} FROM countersign_call WHERE tenant = ? AND holds = ?`);
  return (tenant, operation) => {
    const row = find.get(tenant, operation);
    return row === undefined ? null : readCall(row);
  };
}

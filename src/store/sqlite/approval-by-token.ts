import type { FoundByToken } from '../store.ts';
import { approvalColumns, readApproval } from '../table/approval-columns.ts';
import { Columns } from '../table/columns.ts';
import type { Driver } from './driver.ts';

/**
 * Prepares: the approval that a gateway's token belongs to, of whichever tenant, in one statement with the highest time
 * that the database has recorded.
 */
export function approvalByToken(driver: Driver): (token: string) => FoundByToken {
  const find = driver.prepare(
    `SELECT clock.seen, ${approvalColumns} FROM countersign_clock AS clock
     LEFT JOIN countersign_approval AS approval ON approval.token = ?`,
  );
  return (token) => {
    const row = find.get(token) ?? [];
    return { now: new Columns(row).whole(), approval: row[1] === null ? null : readApproval(row, 1) };
  };
}

import type { FoundByToken } from '../store.ts';
import { approvalColumns, readApproval } from '../table/approval-columns.ts';
import { Columns } from '../table/columns.ts';
import type { On, Sql } from './statement.ts';
import { storeTime, type StoreTime } from './time.ts';

/** Makes finding the approval that a gateway's token belongs to, of whichever tenant, in one statement with the time. */
export function approvalByToken(sql: Sql, time: StoreTime): (on: On, token: string) => Promise<FoundByToken> {
  const find = sql(
    `SELECT ${storeTime}, ${approvalColumns}
     FROM (SELECT 1) AS one LEFT JOIN countersign_approval AS approval ON approval.token = ?`,
  );
  return async (on, token) => {
    const [row = []] = await on.all(find, ...time.parameters(), token);
    const now = time.meet(new Columns(row).whole());
    return { now, approval: row[1] === null ? null : readApproval(row, 1) };
  };
}

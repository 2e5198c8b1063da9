import type { ApprovalsOfAction, AskedAction } from '../store.ts';
import { approvalColumns, isLive, readApproval } from '../table/approval-columns.ts';
import type { On, Sql } from './statement.ts';

/** Makes reading what people answered about an action, in one statement and so from one snapshot. */
export function approvalsOf(
  sql: Sql,
): (on: On, tenant: string, asked: AskedAction) => Promise<ApprovalsOfAction> {
  const some = (name: keyof ApprovalsOfAction, most: number, where: string) =>
    `(SELECT '${name}', ${approvalColumns} FROM countersign_approval WHERE tenant = ? AND ${where} LIMIT ${most})`;
  const load = sql(
    [
      some('live', 1, `action = ? AND ${isLive}`),
      some('ended', 1, `action = ? AND status NOT IN ('pending', 'approved') ORDER BY decided DESC, id DESC`),
      some(
        'rejected',
        1,
        `alike = ? AND status = 'rejected' AND refused_until > ? ORDER BY refused_until DESC`,
      ),
      some('overdue', 2, `${isLive} AND expires <= ? AND action <> ? ORDER BY expires`),
    ].join(' UNION ALL '),
  );
  return async (on, tenant, { action, alike, now }) => {
    const rows = await on.all(load, tenant, action, tenant, action, tenant, alike, now, tenant, now, action);
    const named = (name: keyof ApprovalsOfAction) => {
      const row = rows.find(([of]) => of === name);
      return row === undefined ? null : readApproval(row, 1);
    };
    const overdue = rows.filter(([of]) => of === 'overdue').map((row) => readApproval(row, 1));
    return { live: named('live'), ended: named('ended'), rejected: named('rejected'), overdue };
  };
}

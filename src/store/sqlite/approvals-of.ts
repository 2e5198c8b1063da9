import type { ApprovalsOfAction, AskedAction } from '../store.ts';
import { approvalColumns, isLive, readApproval } from './approval-columns.ts';
import type { Driver } from './driver.ts';

/** Prepares: what people answered about an action, in one statement and so from one snapshot. */
export function approvalsOf(driver: Driver): (tenant: string, asked: AskedAction) => ApprovalsOfAction {
  const one = (name: keyof ApprovalsOfAction, where: string) =>
    `SELECT * FROM (SELECT '${name}', ${approvalColumns} FROM countersign_approval WHERE tenant = ? AND ${where} LIMIT 1)`;
  const load = driver.prepare(
    [
      one('live', `action = ? AND ${isLive}`),
      one('ended', `action = ? AND status NOT IN ('pending', 'approved') ORDER BY decided DESC, id DESC`),
      one('rejected', `alike = ? AND status = 'rejected' AND refused_until > ? ORDER BY refused_until DESC`),
    ].join(' UNION ALL '),
  );
  return (tenant, { action, alike, now }) => {
    const rows = load.all(tenant, action, tenant, action, tenant, alike, now);
    const named = (name: keyof ApprovalsOfAction) => {
      const row = rows.find(([of]) => of === name);
      return row === undefined ? null : readApproval(row, 1);
    };
    return { live: named('live'), ended: named('ended'), rejected: named('rejected') };
  };
}

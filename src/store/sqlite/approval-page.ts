import type { ApprovalRow } from '../rows.ts';
import type { ApprovalPage } from '../store.ts';
import { approvalColumns, isLive, readApproval } from '../table/approval-columns.ts';
import type { Driver } from './driver.ts';

/** Prepares: one page of a tenant's approvals that are pending or approved, by id. */
export function approvalPage(driver: Driver): (page: ApprovalPage) => readonly ApprovalRow[] {
  // Named, since the primary key would do as well and leads through everything that has ever ended.
  const by = (index: string, whose: string) =>
    driver.prepare(
      `SELECT ${approvalColumns} FROM countersign_approval INDEXED BY ${index}
       WHERE tenant = ? AND ${isLive} ${whose} AND id > ?
         AND capability = coalesce(?, capability) AND owner = coalesce(?, owner) AND catalogue = coalesce(?, catalogue)
       ORDER BY id LIMIT ?`,
    );
  const all = by('countersign_approval_live', '');
  const own = by('countersign_approval_person', "AND kind = 'confirm' AND person = ?");
  return ({ tenant, after, limit, person, of }) => {
    const { capability = null, owner = null, catalogue = null } = of ?? {};
    // A negative LIMIT means no limit to SQLite.
    const rest = [after, capability, owner, catalogue, Math.max(0, limit)] as const;
    const rows = person === null ? all.all(tenant, ...rest) : own.all(tenant, person, ...rest);
    return rows.map((values) => readApproval(values));
  };
}

import type { ApprovalRow } from '../rows.ts';
import type { ApprovalPage } from '../store.ts';
import { approvalColumns, isLive, readApproval } from '../table/approval-columns.ts';
import type { On, Sql } from './statement.ts';

/** Makes reading one page of a tenant's approvals that are pending or approved, by id. */
export function approvalPage(sql: Sql): (on: On, page: ApprovalPage) => Promise<readonly ApprovalRow[]> {
  const of = (whose: string) =>
    sql(
      `SELECT ${approvalColumns} FROM countersign_approval
       WHERE tenant = ? AND ${isLive} ${whose} AND id > ?
         AND capability = coalesce(?, capability) AND owner = coalesce(?, owner) AND catalogue = coalesce(?, catalogue)
       ORDER BY id LIMIT ?`,
    );
  const all = of('');
  const own = of("AND kind = 'confirm' AND person = ?");
  return async (on, { tenant, after, limit, person, of: among }) => {
    const { capability = null, owner = null, catalogue = null } = among ?? {};
    const rest = [after, capability, owner, catalogue, Math.max(0, limit)] as const;
    const rows =
      person === null ? await on.all(all, tenant, ...rest) : await on.all(own, tenant, person, ...rest);
    return rows.map((values) => readApproval(values));
  };
}

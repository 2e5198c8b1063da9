import { apart } from '../over.ts';
import type { ApprovalRow } from '../rows.ts';
import type { ApprovalChange } from '../store.ts';
import { approvalColumns, approvalValues, isLive, readApproval } from '../table/approval-columns.ts';
import { Columns } from '../table/columns.ts';
import type { On, Sql } from './statement.ts';

/** The table of approvals inside a transaction that somebody else frames. */
export interface Approvals {
  find(on: On, key: Pick<ApprovalRow, 'tenant' | 'id'>): Promise<ApprovalRow | null>;
  /** Lets nobody else write these rows before the transaction ends; answers with those that are there. */
  hold(on: On, tenant: string, ids: readonly string[]): Promise<readonly ApprovalRow[]>;
  /** How many of a conversation are pending and not over. */
  pending(on: On, of: Pick<ApprovalRow, 'tenant' | 'owner' | 'conversation'>, now: number): Promise<number>;
  add(on: On, approval: ApprovalRow): Promise<void>;
  /** Writes the successor where the row still is as it was seen; answers whether it was. */
  replace(on: On, change: ApprovalChange): Promise<boolean>;
  /** The same for a successor that is approved again, unless another of the same action is live by now. */
  restore(on: On, change: ApprovalChange): Promise<void>;
}

/** Makes the statements. */
export function approvals(sql: Sql): Approvals {
  const find = sql(`SELECT ${approvalColumns} FROM countersign_approval WHERE tenant = ? AND id = ?`);
  const hold = sql(
    `SELECT ${approvalColumns} FROM countersign_approval WHERE tenant = ? AND id = ANY(?::text[])
     ORDER BY id FOR UPDATE`,
  );
  const pending = sql(
    `SELECT count(*) FROM countersign_approval
     WHERE tenant = ? AND owner = ? AND conversation = ? AND status = 'pending' AND expires > ? AND asked <= ?`,
  );
  const add = sql(
    `INSERT INTO countersign_approval (${approvalColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const replace = sql(
    `UPDATE countersign_approval SET execution = ?, capability = ?, catalogue = ?, kind = ?, quorum = ?, owner = ?,
       conversation = ?, person = ?, action = ?, target = ?, alike = ?, status = ?, asked = ?, expires = ?, decided = ?,
       refused_until = ?, token = ?, record = ?, entries = ?, step = ?, revision = ?, mac = ?, votes = ?,
       sealed = ?
     WHERE tenant = ? AND id = ? AND revision = ? AND mac = ?`,
  );
  const others = sql(
    `SELECT 1 FROM countersign_approval WHERE tenant = ? AND action = ? AND ${isLive} AND id <> ?`,
  );
  const replaced = async (on: On, { seen, approval }: ApprovalChange): Promise<boolean> => {
    const { tenant, id } = approval;
    return (await on.run(replace, ...approvalValues(approval), tenant, id, seen.revision, seen.mac)) === 1;
  };
  return {
    async find(on, { tenant, id }) {
      const [row] = await on.all(find, tenant, id);
      return row === undefined ? null : readApproval(row);
    },
    hold: async (on, tenant, ids) => (await on.all(hold, tenant, ids)).map((row) => readApproval(row)),
    async pending(on, { tenant, owner, conversation }, now) {
      const [row = []] = await on.all(pending, tenant, owner, conversation, now, now + apart);
      return new Columns(row).whole();
    },
    async add(on, approval) {
      await on.run(add, approval.tenant, approval.id, ...approvalValues(approval));
    },
    replace: replaced,
    async restore(on, change) {
      const { tenant, action, id } = change.approval;
      if ((await on.all(others, tenant, action, id)).length === 0) await replaced(on, change);
    },
  };
}

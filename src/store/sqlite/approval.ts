import { apart } from '../over.ts';
import type { ApprovalRow } from '../rows.ts';
import type { ApprovalChange } from '../store.ts';
import { approvalColumns, approvalValues, isLive, readApproval } from '../table/approval-columns.ts';
import { Columns } from '../table/columns.ts';
import type { Driver } from './driver.ts';

/** The table of approvals inside a transaction that somebody else frames. */
export interface Approvals {
  find(key: Pick<ApprovalRow, 'tenant' | 'id'>): ApprovalRow | null;
  /** How many of a conversation are pending and not over. */
  pending(of: Pick<ApprovalRow, 'tenant' | 'owner' | 'conversation'>, now: number): number;
  add(approval: ApprovalRow): void;
  /** Writes the successor where the row still is as it was seen; answers whether it was. */
  replace(change: ApprovalChange): boolean;
  /** The same for a successor that is approved again, unless another of the same action is live by now. */
  restore(change: ApprovalChange): void;
}

/** Prepares the statements. */
export function approvals(driver: Driver): Approvals {
  const find = driver.prepare(
    `SELECT ${approvalColumns} FROM countersign_approval WHERE tenant = ? AND id = ?`,
  );
  const pending = driver.prepare(
    `SELECT count(*) FROM countersign_approval
     WHERE tenant = ? AND owner = ? AND conversation = ? AND status = 'pending' AND expires > ? AND asked <= ?`,
  );
  const add = driver.prepare(
    `INSERT INTO countersign_approval (${approvalColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const replace = driver.prepare(
    `UPDATE countersign_approval SET execution = ?, capability = ?, catalogue = ?, kind = ?, quorum = ?, owner = ?,
       conversation = ?, person = ?, action = ?, target = ?, alike = ?, status = ?, asked = ?, expires = ?, decided = ?,
       refused_until = ?, token = ?, record = ?, entries = ?, step = ?, revision = ?, mac = ?, votes = ?,
       sealed = ?
     WHERE tenant = ? AND id = ? AND revision = ? AND mac = ?`,
  );
  const others = driver.prepare(
    `SELECT 1 FROM countersign_approval WHERE tenant = ? AND action = ? AND ${isLive} AND id <> ?`,
  );
  const replaced = ({ seen, approval }: ApprovalChange): boolean => {
    const { tenant, id } = approval;
    return replace.run(...approvalValues(approval), tenant, id, seen.revision, seen.mac) === 1;
  };
  return {
    find({ tenant, id }) {
      const row = find.get(tenant, id);
      return row === undefined ? null : readApproval(row);
    },
    pending({ tenant, owner, conversation }, now) {
      return new Columns(pending.get(tenant, owner, conversation, now, now + apart) ?? []).whole();
    },
    add(approval) {
      add.run(approval.tenant, approval.id, ...approvalValues(approval));
    },
    replace: replaced,
    restore(change) {
      const { tenant, action, id } = change.approval;
      if (others.get(tenant, action, id) === undefined) replaced(change);
    },
  };
}

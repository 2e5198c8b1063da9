import { BoundaryError } from '../../errors.ts';
import type { ApprovalRow, ApprovalStatus } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Value, Values } from './values.ts';

/** The columns of an approval, in the order that `readApproval` keeps: its key, then those of `approvalValues`. */
export const approvalColumns = `tenant, id, execution, capability, catalogue, kind, quorum, owner, conversation, person,
  action, target, alike, status, asked, expires, decided, refused_until, token, record, entries, step, revision, mac,
  votes, sealed`;

/** The condition under which an approval is pending or approved, as the partial indexes have it. */
export const isLive = "status IN ('pending', 'approved')";

/** The columns of an approval besides its key. */
export function approvalValues(row: ApprovalRow): readonly Value[] {
  return [
    row.execution,
    row.capability,
    row.catalogue,
    row.kind,
    row.quorum,
    row.owner,
    row.conversation,
    row.person,
    row.action,
    row.target,
    row.alike,
    row.status,
    row.asked,
    row.expires,
    row.decided,
    row.refusedUntil,
    row.token,
    row.record,
    row.entries,
    row.step,
    row.revision,
    row.mac,
    row.votes,
    row.sealed,
  ];
}

/** An approval from the values of `approvalColumns`, which begin at `from`. */
export function readApproval(values: Values, from = 0): ApprovalRow {
  const columns = new Columns(values, from);
  return {
    tenant: columns.text(),
    id: columns.text(),
    execution: columns.text(),
    capability: columns.text(),
    catalogue: columns.text(),
    kind: kind(columns.text()),
    quorum: columns.whole(),
    owner: columns.text(),
    conversation: columns.text(),
    person: columns.text(),
    action: columns.text(),
    target: columns.text(),
    alike: columns.text(),
    status: status(columns.text()),
    asked: columns.whole(),
    expires: columns.whole(),
    decided: columns.wholeOrNull(),
    refusedUntil: columns.wholeOrNull(),
    token: columns.textOrNull(),
    record: columns.textOrNull(),
    entries: columns.wholeOrNull(),
    step: columns.textOrNull(),
    revision: columns.whole(),
    mac: columns.text(),
    votes: columns.textOrNull(),
    sealed: columns.textOrNull(),
  };
}

function kind(text: string): ApprovalRow['kind'] {
  if (text === 'confirm' || text === 'review') return text;
  throw new BoundaryError('store_failed', 'an approval in the database is of a kind that does not exist');
}

function status(text: string): ApprovalStatus {
  switch (text) {
    case 'pending':
    case 'approved':
    case 'consumed':
    case 'rejected':
    case 'revoked':
    case 'expired':
      return text;
    default:
      throw new BoundaryError('store_failed', 'an approval in the database has a status that does not exist');
  }
}

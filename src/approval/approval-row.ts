import { Tampered } from '../errors.ts';
import { type Column, type Keys, sealHead } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';

/** An approval row before its MAC is made. */
export type UnsignedApproval = Omit<ApprovalRow, 'mac'>;

/** One of which it is not on record yet how it came to stand as it does. */
export type UnrecordedApproval = Omit<UnsignedApproval, 'record'>;

const purpose = 'countersign/approval/v1';

/** Puts the MAC on an approval row: over its key, its revision and every other column. */
export function signApproval(keys: Keys, row: UnsignedApproval): ApprovalRow {
  return Object.freeze({ ...row, mac: keys.mac(purpose, columns(row)) });
}

/** The row, once it is on record under that MAC how it came to stand as it does. */
export function recorded(keys: Keys, approval: UnrecordedApproval, record: string): ApprovalRow {
  return signApproval(keys, { ...approval, record });
}

/** Whether an approval row is as the boundary wrote it. */
export function approvalVerifies(keys: Keys, row: ApprovalRow): boolean {
  return keys.macMatches(row.mac, purpose, columns(row));
}

/** The same row, as a fault where it is not as the boundary wrote it: throws `Tampered`. */
export function verifiedApproval(keys: Keys, row: ApprovalRow): ApprovalRow {
  if (!approvalVerifies(keys, row)) throw new Tampered('approval');
  return row;
}

// Of what is sealed the MAC covers nonce and tag: those bind the rest of it.
function columns(row: UnsignedApproval): readonly Column[] {
  return [
    row.tenant,
    row.id,
    row.revision,
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
    row.votes === null ? null : sealHead(row.votes),
    row.sealed === null ? null : sealHead(row.sealed),
    row.token,
    // A row that no record is known of has the MAC that it had before records followed from one another.
    ...(row.record === null ? [] : [row.record]),
    // A row without them has the MAC that it had before there were histories.
    ...(row.entries === null && row.step === null ? [] : [row.entries, row.step]),
  ];
}

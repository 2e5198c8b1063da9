import type { Keys } from '../json/index.ts';
import type { ApprovalRow, ApprovalStatus } from '../store/rows.ts';
import { signApproval } from './approval-row.ts';

/** How long asking alike is refused after a rejection, milliseconds: a day. */
const refusedFor = 86_400_000;

/** The row with one more vote, sealed; `enough`: the quorum is there, and the action may run. */
export function voted(
  keys: Keys,
  row: ApprovalRow,
  vote: { readonly votes: string; readonly enough: boolean; readonly at: number },
): ApprovalRow {
  const { votes, enough, at } = vote;
  return next(keys, row, enough ? { votes, status: 'approved', decided: at } : { votes });
}

/** The row that a person has rejected. What people were shown is deleted, and asking alike is refused for a day. */
export function rejected(keys: Keys, row: ApprovalRow, at: number): ApprovalRow {
  return ended(keys, row, 'rejected', at, at + refusedFor);
}

/** The row that was taken back before it was used. */
export function revoked(keys: Keys, row: ApprovalRow, at: number): ApprovalRow {
  return ended(keys, row, 'revoked', at);
}

/** The row that nobody answered, or used, in time. */
export function expired(keys: Keys, row: ApprovalRow, at: number): ApprovalRow {
  return ended(keys, row, 'expired', at);
}

/** The row that its one effect has used. */
export function consumed(keys: Keys, row: ApprovalRow, at: number): ApprovalRow {
  return ended(keys, row, 'consumed', at);
}

/**
 * The row that is valid again because nothing was performed: with the votes, the contents and the expiry that it had
 * before it was consumed.
 */
export function validAgain(keys: Keys, spent: ApprovalRow, before: ApprovalRow): ApprovalRow {
  const { status, decided, sealed, votes } = before;
  return next(keys, spent, { status, decided, sealed, votes });
}

/** The row that lasts until `expires` from now on. Votes stay; what has ended is not renewed. */
export function renewed(keys: Keys, row: ApprovalRow, expires: number): ApprovalRow {
  return next(keys, row, { expires });
}

/** The rejected row after which the same may be asked for again. */
export function lifted(keys: Keys, row: ApprovalRow): ApprovalRow {
  return next(keys, row, { refusedUntil: null });
}

function ended(
  keys: Keys,
  row: ApprovalRow,
  status: ApprovalStatus,
  decided: number,
  refusedUntil: number | null = null,
): ApprovalRow {
  return next(keys, row, { status, decided, refusedUntil, sealed: null });
}

function next(
  keys: Keys,
  { mac: _superseded, ...row }: ApprovalRow,
  change: Partial<ApprovalRow>,
): ApprovalRow {
  return signApproval(keys, { ...row, ...change, revision: row.revision + 1 });
}

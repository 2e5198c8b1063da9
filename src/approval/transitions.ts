import type { ApprovalRow, ApprovalStatus } from '../store/rows.ts';
import type { UnrecordedApproval } from './approval-row.ts';

/** How long asking alike is refused after a rejection, milliseconds: a day. */
const refusedFor = 86_400_000;

/** The row with one more vote, sealed; `enough`: the quorum is there, and the action may run. */
export function voted(
  row: ApprovalRow,
  vote: { readonly votes: string; readonly enough: boolean; readonly at: number },
): UnrecordedApproval {
  const { votes, enough, at } = vote;
  return next(row, enough ? { votes, status: 'approved', decided: at } : { votes });
}

/** The row that a person has rejected. What people were shown is deleted, and asking alike is refused for a day. */
export function rejected(row: ApprovalRow, at: number): UnrecordedApproval {
  return ended(row, 'rejected', at, at + refusedFor);
}

/** The row that was taken back before it was used. */
export function revoked(row: ApprovalRow, at: number): UnrecordedApproval {
  return ended(row, 'revoked', at);
}

/** The row that nobody answered, or used, in time. */
export function expired(row: ApprovalRow, at: number): UnrecordedApproval {
  return ended(row, 'expired', at);
}

/** The row that its one effect has used. */
export function consumed(row: ApprovalRow, at: number): UnrecordedApproval {
  return ended(row, 'consumed', at);
}

/**
 * The row that is valid again because nothing was performed: with the votes, the contents and the expiry that it had
 * before it was consumed.
 */
export function validAgain(spent: ApprovalRow, before: ApprovalRow): UnrecordedApproval {
  const { status, decided, sealed, votes } = before;
  return next(spent, { status, decided, sealed, votes });
}

/** The row that lasts until `expires` from now on. Votes stay; what has ended is not renewed. */
export function renewed(row: ApprovalRow, expires: number): UnrecordedApproval {
  return next(row, { expires });
}

/** The rejected row after which the same may be asked for again. */
export function lifted(row: ApprovalRow): UnrecordedApproval {
  return next(row, { refusedUntil: null });
}

function ended(
  row: ApprovalRow,
  status: ApprovalStatus,
  decided: number,
  refusedUntil: number | null = null,
): UnrecordedApproval {
  return next(row, { status, decided, refusedUntil, sealed: null });
}

function next(
  { mac: _superseded, record: _followed, ...row }: ApprovalRow,
  change: Partial<UnrecordedApproval>,
): UnrecordedApproval {
  return { ...row, ...change, revision: row.revision + 1 };
}

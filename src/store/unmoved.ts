import type { ApprovalRow } from './rows.ts';
import { isOver } from './over.ts';
import type { ApprovalChange, Seen } from './store.ts';

/** Whether a row is as the checks saw it: the same revision and MAC, or absent both times. */
export function unmoved(seen: Seen | null, row: Seen | null): boolean {
  if (seen === null || row === null) return seen === row;
  return seen.revision === row.revision && seen.mac === row.mac;
}

/**
 * Whether a change is the successor of exactly this approval, for which it gives way to another; that it has expired is
 * true only where it has.
 */
export function givesWay(row: ApprovalRow, change: ApprovalChange | null, now: number): boolean {
  if (change === null || change.approval.id !== row.id || !unmoved(change.seen, row)) return false;
  return change.approval.status !== 'expired' || isOver(row, now);
}

import type { ApprovalRow } from './rows.ts';

/** Further apart than the times that processes on one database go by ever are, milliseconds. */
export const apart = 60_000;

/**
 * Whether an approval that waits, or may be used, is over: from the very moment of `expires`. One that was asked for at a
 * time that is not here yet was asked for before recorded time was set back, so that its end says nothing: it is over, too.
 */
export function isOver({ asked, expires }: Pick<ApprovalRow, 'asked' | 'expires'>, now: number): boolean {
  return now >= expires || asked > now + apart;
}

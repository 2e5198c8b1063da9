import type { Seen } from '../store.ts';
import { unmoved } from '../unmoved.ts';

/**
 * Whether what an operation does may have been done by an earlier try of it, whose connection was lost before it heard.
 * Made again, it finds its own successor in the row, and that says that it was.
 */
export interface Doubt {
  is: boolean;
}

/** Whether the row that stood in the way is what the operation itself was to write. */
export function isOwn(doubt: Doubt, row: Seen | null, own: Seen | null): boolean {
  return doubt.is && row !== null && unmoved(own, row);
}

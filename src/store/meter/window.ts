import type { Charge } from '../rows.ts';
import { type Count, listIn, nonsense, sum } from './counting.ts';

/** A stretch of time within which units add up; `until` null: it never ends. */
export interface Window {
  readonly max: number;
  readonly from: number;
  readonly until: number | null;
}

/** At most so many marks are remembered in a window; there is no room for more. */
const mostMarks = 1_000;

/** Units that count in a window. */
export function usedIn(window: Window, count: Count): number {
  return contents(window, count).used;
}

/** Whether a charge has room in its window. */
export function fitsIn(window: Window, count: Count | null, { units, mark }: Charge): boolean {
  const { used, marks } = contents(window, count);
  if (mark !== null && marks.includes(mark)) return true;
  if (mark !== null && marks.length >= mostMarks) return false;
  return units <= window.max - used;
}

/** The window with a charge in it. A count that is in a later window stays in it; null: its mark is counted already. */
export function addedIn(window: Window, count: Count | null, { units, mark }: Charge): Count | null {
  const { used, marks } = contents(window, count);
  if (units === 0 || (mark !== null && marks.includes(mark))) return null;
  const remembered = mark === null || marks.length >= mostMarks ? marks : [...marks, mark];
  const isLater = count !== null && window.until !== null && count.from >= window.until;
  const { from, until } = isLater ? count : window;
  return { from, until, units: sum(used, units), entries: textOf(remembered) };
}

/** The window without what a charge took; null: the count is in another one, or does not have its mark. */
export function removedIn(window: Window, count: Count, { units, mark }: Charge): Count | null {
  const { used, marks } = contents(window, count);
  if (count.from !== window.from || units === 0) return null;
  if (mark !== null && !marks.includes(mark)) return null;
  const others = marks.filter((other) => other !== mark);
  return { ...count, units: Math.max(0, used - units), entries: textOf(others) };
}

/** What counts in a window: nothing of an earlier one. One that begins later cannot have been left by this one's end. */
function contents(
  window: Window,
  count: Count | null,
): { readonly used: number; readonly marks: readonly string[] } {
  if (count === null) return { used: 0, marks: [] };
  const marks = marksIn(count.entries);
  return count.from < window.from ? { used: 0, marks: [] } : { used: count.units, marks };
}

function marksIn(entries: string | null): readonly string[] {
  if (entries === null) return [];
  return listIn(entries).map((mark) => (typeof mark === 'string' ? mark : nonsense()));
}

function textOf(marks: readonly string[]): string | null {
  return marks.length === 0 ? null : JSON.stringify(marks);
}

/** A column under a MAC, or a part of what a seal is bound to. */
export type Column = string | number | null;

/**
 * One text for a purpose and columns in their order: JSON, so that no two lists share a text (`["a","b"]` is not
 * `["ab"]`, `1` not `"1"`). null where a column is none: JSON would write `undefined`, NaN and Infinity as `null`, and
 * a database may hand out an Infinity where a null was written.
 */
export function columnsText(purpose: string, columns: readonly Column[]): string | null {
  for (const column of columns) {
    const kind = typeof column;
    if (kind !== 'string' && column !== null && !Number.isFinite(column)) return null;
  }
  return JSON.stringify([purpose, ...columns]);
}

/** The same for our own columns: throws TypeError where one is none. */
export function ownColumnsText(purpose: string, columns: readonly Column[]): string {
  const text = columnsText(purpose, columns);
  if (text === null) throw new TypeError('a column is a string, a finite number or null');
  return text;
}

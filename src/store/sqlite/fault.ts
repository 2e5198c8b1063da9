import { BoundaryError, Tampered } from '../../errors.ts';

/** The primary result code SQLITE_BUSY: another connection has the lock. https://sqlite.org/rescode.html#busy */
const busy = 5;

/** Primary result codes whose reason is worth a word, by number and name. https://sqlite.org/rescode.html */
const reasons: readonly (readonly [number: number, name: string, reason: string])[] = [
  [8, 'SQLITE_READONLY', 'it may not be written'],
  [11, 'SQLITE_CORRUPT', 'it is damaged'],
  [13, 'SQLITE_FULL', 'the disk is full'],
  [26, 'SQLITE_NOTADB', 'it is no SQLite database'],
];

/** Whether an error says that another connection has the lock, so that the same work may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const { code, errcode } = codes(error);
  if (typeof errcode === 'number') return (errcode & 0xff) === busy;
  return typeof code === 'string' && /^SQLITE_BUSY(_|$)/.test(code);
}

/** Whether BEGIN was refused because the handle is already inside a transaction. SQLite has no code for it. */
export function isNested(error: unknown): boolean {
  return error instanceof Error && error.message.includes('within a transaction');
}

/**
 * What a caller of the store is told. Names the operation and SQLite's code; the driver's error is the cause. What the
 * caller's own function found out about a row inside the transaction, it says itself.
 */
export function storeFault(operation: string, error: unknown): Error {
  if (error instanceof BoundaryError || error instanceof Tampered) return error;
  if (isNested(error)) return outerTransaction(operation);
  const { code, errcode } = codes(error);
  const name =
    typeof errcode === 'number' ? `SQLite code ${errcode}` : typeof code === 'string' ? code : 'an error';
  const reason = reasons.find(([number, primary]) =>
    typeof errcode === 'number' ? (errcode & 0xff) === number : `${name}_`.startsWith(`${primary}_`),
  )?.[2];
  return isBusy(error)
    ? new BoundaryError('store_busy', `${operation}: the database stayed locked by another connection`, {
        cause: error,
      })
    : new BoundaryError(
        'store_failed',
        `${operation}: the database answered with ${name}${reason === undefined ? '' : `, ${reason}`}`,
        { cause: error },
      );
}

/** The refusal of an operation that was called inside a transaction which the application opened on a shared handle. */
export function outerTransaction(operation: string): BoundaryError {
  return new BoundaryError(
    'outer_transaction',
    `${operation} was called inside a transaction of the application on the same handle: what it answers must be committed, so call it outside`,
  );
}

/** better-sqlite3 has `code: 'SQLITE_FULL'`; node:sqlite has `code: 'ERR_SQLITE_ERROR'` and a numeric `errcode`. */
function codes(error: unknown): { readonly code?: unknown; readonly errcode?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}

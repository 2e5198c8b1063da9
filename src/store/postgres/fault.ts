import { BoundaryError, Tampered } from '../../errors.ts';

/** Conditions whose reason is worth a word. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const reasons: Readonly<Record<string, string>> = {
  '25006': 'it may not be written',
  '28000': 'this user may not connect',
  '28P01': 'the password is wrong',
  '3D000': 'there is no such database',
  '3F000': 'there is no such schema',
  '42501': 'this user may not do that',
  '42P01': 'a table is missing',
  '53100': 'the disk is full',
  '53300': 'it has too many connections',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
};

/** Of several that wanted the same, this one gave way, and was undone. */
const gaveWay = new Set(['40001', '40P01']);

/** Waiting took too long: for a lock, or altogether. That for a connection of a pool has no code. */
const tookTooLong = new Set(['55P03', '57014']);

/** Rows that somebody else wrote first, in the moment between reading and writing. Read again, they are there. */
const firstComers = new Set([
  'countersign_call_pkey',
  'countersign_call_holds',
  'countersign_approval_action',
  'countersign_run_pkey',
]);

/** Thrown inside a transaction that read what was overtaken before it wrote: it is made again. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Whether the transaction was undone because of what others did at the same time, so that it can be made again. */
export function isConflict(error: unknown): boolean {
  return error instanceof Overtaken || gaveWay.has(String(parts(error).code));
}

/** Whether somebody else has written what may be written once: made again, the transaction reads it, where it was just now. */
export function cameSecond(error: unknown): boolean {
  const { code, constraint } = parts(error);
  return code === '23505' && typeof constraint === 'string' && firstComers.has(constraint);
}

/** Whether the connection is gone, or could not be made. What was sent before, and not answered, may have happened. */
export function isLost(error: unknown): boolean {
  if (error instanceof BoundaryError || error instanceof Tampered || !(error instanceof Error)) return false;
  const { code } = parts(error);
  if (typeof code !== 'string') return /connection|not queryable/i.test(error.message);
  return /^(08|57P0[1-3]|E[A-Z]{3,})/.test(code);
}

/**
 * What a caller of the store is told. Names the operation and PostgreSQL's code; the driver's error is the cause. What
 * the caller's own function found out about a row inside the transaction, it says itself.
 */
export function storeFault(operation: string, error: unknown): Error {
  if (error instanceof BoundaryError || error instanceof Tampered) return error;
  const { code } = parts(error);
  if (isConflict(error) || tookTooLong.has(String(code)) || waitedForConnection(error)) {
    return new BoundaryError('store_busy', `${operation}: the database stayed busy with what others do`, {
      cause: error,
    });
  }
  if (typeof code !== 'string') {
    return new BoundaryError('store_failed', `${operation}: the database could not be asked`, {
      cause: error,
    });
  }
  const reason = reasons[code];
  return new BoundaryError(
    'store_failed',
    `${operation}: the database answered with ${code}${reason === undefined ? '' : `, ${reason}`}`,
    { cause: error },
  );
}

/** The refusal of a connection that somebody left a transaction open on. */
export function outerTransaction(operation: string): BoundaryError {
  return new BoundaryError(
    'outer_transaction',
    `${operation}: the pool lent a connection inside a transaction of the application: what is answered must be committed, so give it back outside of one`,
  );
}

function waitedForConnection(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** What pg says of an error. */
function parts(error: unknown): { readonly code?: unknown; readonly constraint?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}

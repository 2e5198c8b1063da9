import { accessSync, closeSync, constants, openSync, readSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** Every SQLite database begins with it. https://sqlite.org/fileformat.html#magic_header_string */
const header = 'SQLite format 3\u0000';

/**
 * What stands in the way of opening a database, or of making one that is not there yet, as a sentence without its
 * stop: what is wrong and what to do. null where nothing is found; opening may still fail. Looks only: no file is made
 * or written. `shown` is the path as the application gave it.
 */
export function obstacle(file: string, shown: string): string | null {
  const reason = reasonAgainst(file, shown);
  return reason === null ? null : `cannot open ${shown}: ${reason}`;
}

function reasonAgainst(file: string, shown: string): string | null {
  const status = statusOf(file);
  if (status === 'hidden') return 'this user may not look into its folder';
  if (status === null) return reasonAgainstFolder(dirname(file), dirname(shown));
  if (status.isDirectory()) return 'it is a folder: name a file';
  if (!status.isFile()) return 'it is no regular file: name one, or one to be made';
  if (!may(file, constants.R_OK)) return 'this user may not read it';
  return status.size === 0 || beginsAsDatabase(file) ? null : 'it is no SQLite database: name another file';
}

function reasonAgainstFolder(folder: string, shown: string): string | null {
  const status = statusOf(folder);
  if (status === 'hidden') return `this user may not look into the folder of ${shown}`;
  if (status === null) return `the folder ${shown} does not exist: make it first`;
  if (!status.isDirectory()) return `${shown} is no folder`;
  return may(folder, constants.W_OK) ? null : `this user may not make files in the folder ${shown}`;
}

/**
 * What stands in the way of writing to a database, in the same form. A database that is not there yet can be written
 * where it can be made. The folder counts, because the write-ahead log lies beside the database.
 */
export function writeObstacle(file: string, shown: string): string | null {
  const status = statusOf(file);
  if (status === null || status === 'hidden') return null;
  const [it, folder] = [may(file, constants.W_OK), may(dirname(file), constants.W_OK)];
  if (it && folder) return null;
  return `cannot write ${shown}: this user may not write ${it ? `in the folder ${dirname(shown)}` : 'it'}`;
}

/** null: there is nothing. `hidden`: this user may not know. */
function statusOf(path: string): Stats | 'hidden' | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return code === 'ENOTDIR' ? null : 'hidden';
  }
}

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what);
    return true;
  } catch {
    return false;
  }
}

function beginsAsDatabase(file: string): boolean {
  const start = Buffer.alloc(header.length);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, start, 0, start.length, 0);
  } finally {
    closeSync(handle);
  }
  return start.toString('latin1') === header;
}

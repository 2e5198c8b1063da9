import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { BoundaryError } from '../errors.ts';

/** 32 bytes in base64url. */
const key = /^[A-Za-z0-9_-]{43}\n?$/;

/** Longer files are not read. */
const longest = 64;

/**
 * The key in a file as base64url of 32 bytes, or null where there is no file. Throws `key_malformed` for a link, for
 * anything but a regular file, for one that others than its owner may read or write, and for other content, which is
 * never part of the message.
 */
export function readKeyFile(path: string): string | null {
  const file = openWithoutFollowing(path);
  if (file === null) return null;
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw malformed(path, 'is not a regular file');
    // Windows has no such bits.
    if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
      throw malformed(path, 'is open to others than its owner: chmod 600 it if nobody else has read it');
    }
    const text = status.size <= longest ? readFileSync(file, 'latin1') : '';
    if (!key.test(text)) throw malformed(path, 'does not hold 32 bytes in base64url');
    return text.trimEnd();
  } finally {
    closeSync(file);
  }
}

/**
 * The key in a file, made first where there is none: 32 random bytes, mode 0600 whatever the umask. The file appears
 * complete or not at all and is never written over, so processes that start at once agree on one key; what is planted
 * at `path` is neither followed nor replaced, but refused as `readKeyFile` refuses it. Throws `key_missing` where the
 * folder takes no file.
 */
export function makeKeyFile(path: string): string {
  const there = readKeyFile(path);
  if (there !== null) return there;
  try {
    publishNewKey(path);
  } catch (cause) {
    // Another process came first, or something was planted: reading decides.
    if (codeOf(cause) !== 'EEXIST') {
      throw new BoundaryError('key_missing', `no key file could be made at ${path}`, { cause });
    }
  }
  return readKeyFile(path) ?? makeKeyFile(path);
}

/** Writes a draft under a name that nobody can foresee, then gives the finished file its second, lasting name. */
function publishNewKey(path: string): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(file);
    // Unlike renaming, linking fails where anything has the name already.
    linkSync(draft, path);
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
}

/** Not following a link is part of opening, so nothing can be put there in between; not blocking, for a pipe. */
function openWithoutFollowing(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw malformed(path, codeOf(cause) === 'ELOOP' ? 'is a link' : 'cannot be read', cause);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function malformed(path: string, what: string, cause?: unknown): BoundaryError {
  return new BoundaryError('key_malformed', `the key file ${path} ${what}`, { cause });
}

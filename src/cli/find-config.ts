import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from './failure.ts';

/** The names under which a configuration is found, in the working directory and nowhere else. */
const configNames = ['countersign.config.js', 'countersign.config.mjs', 'countersign.config.ts'] as const;

/**
 * Finds the configuration: the named file, else the one in the working directory. Parent folders are not searched,
 * because the file is code that will run. Absent, unreadable and ambiguous are different failures, so that a damaged
 * file never passes for none. Nothing is evaluated here.
 */
export function findConfig(cwd: string, named: string | undefined): string {
  if (named !== undefined) {
    const file = resolve(cwd, named);
    if (!isThere(file)) throw new Failure('config_absent', `there is no file ${named}: name one that exists`);
    return readable(file, named);
  }
  const found = configNames.filter((name) => isThere(join(cwd, name)));
  const [name, ...others] = found;
  if (name === undefined) {
    throw new Failure(
      'config_absent',
      'there is no countersign.config.mjs, .js or .ts in this directory: run countersign where it is, name it with --config, or begin with "countersign init"',
    );
  }
  if (others.length > 0) {
    throw new Failure('config_ambiguous', `there are ${found.join(' and ')}: name one of them with --config`);
  }
  return readable(join(cwd, name), name);
}

/** Also true for a link that leads nowhere: that is a damaged configuration, not an absent one. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function readable(file: string, shown: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      readSync(handle, Buffer.alloc(1));
    } finally {
      closeSync(handle);
    }
    return file;
  } catch (cause) {
    throw new Failure(
      'config_unreadable',
      `${shown} is there and cannot be read (${codeOf(cause)}): make it a file that you may read`,
      { cause },
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

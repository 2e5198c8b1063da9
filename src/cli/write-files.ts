import { linkSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';

/** What to do about files that are there already. */
export interface WriteFiles {
  /** Absolute; made where it is missing. */
  readonly directory: string;
  readonly files: Readonly<Record<string, string>>;
  /** Writes over regular files. Never over anything else, and never through a link. */
  readonly force: boolean;
}

/**
 * Writes files into a directory. All of them are looked at before any is written; what stands in the way is listed
 * together (`starter_refused`). Each file appears complete or not at all: it is written beside its place and then
 * gets its name, without `force` by linking, which fails where anything has the name meanwhile.
 */
export function writeFiles({ directory, files, force }: WriteFiles): void {
  const status = lstatSync(directory, { throwIfNoEntry: false });
  if (status !== undefined && !status.isDirectory()) {
    throw refused(
      `${directory} is ${status.isSymbolicLink() ? 'a link' : 'no directory'}: name a directory`,
      [],
    );
  }
  refuseObstacles(directory, Object.keys(files), force);
  mkdirSync(directory, { recursive: true });
  const staging = mkdtempSync(join(directory, '.countersign-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(staging, name), text, { flag: 'wx', mode: 0o644 });
    }
    const publish = force ? renameSync : linkSync;
    for (const name of Object.keys(files)) publish(join(staging, name), join(directory, name));
  } finally {
    rmSync(staging, { recursive: true });
  }
}

function refuseObstacles(directory: string, names: readonly string[], force: boolean): void {
  const there = names.flatMap((name) => {
    const status = lstatSync(join(directory, name), { throwIfNoEntry: false });
    return status === undefined ? [] : [{ name, regular: status.isFile() }];
  });
  const irregular = there.filter(({ regular }) => !regular).map(({ name }) => name);
  if (irregular.length > 0) {
    throw refused(
      `${irregular.join(', ')}: not a regular file, and not written over or through: move it away`,
      irregular,
    );
  }
  const existing = there.map(({ name }) => name);
  if (existing.length > 0 && !force) {
    throw refused(
      `${existing.join(', ')} would be written over: choose another directory, or say --force`,
      existing,
    );
  }
}

function refused(sentence: string, files: readonly string[]): Failure {
  return new Failure('starter_refused', sentence, { details: { files } });
}

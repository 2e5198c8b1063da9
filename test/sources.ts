import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The TypeScript files of a folder of the repository by their path relative to it, with their text. */
export function sourcesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts'))
    .toSorted();
  return new Map(files.map((file) => [file, readFileSync(join(root, folder, file), 'utf8')]));
}

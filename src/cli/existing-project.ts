import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ignored, starterPackages } from './starter.ts';

/** What a folder has of its own that a starter never writes over, and what is to be added to it by hand. */
export interface ExistingProject {
  /** Files that stay as they are. */
  readonly kept: readonly string[];
  /** How the packages are installed. */
  readonly install: string;
  /** Lines by file. */
  readonly add: Readonly<Record<string, readonly string[]>>;
}

/**
 * Looks at the manifest and the ignore list of a folder: both belong to the project that lives there, and writing over
 * them would lose its dependencies or put its files into version control. A manifest that cannot be read counts as
 * one that has nothing. Nothing is written, and what is not a regular file is for `writeFiles` to refuse.
 */
export function existingProject(directory: string): ExistingProject {
  const manifest = textIn(directory, 'package.json');
  const ignore = textIn(directory, '.gitignore');
  const { type, dependencies } = manifestOf(manifest ?? '');
  const missing = manifest === null ? [] : starterPackages.filter((name) => !dependencies.includes(name));
  const lines = (ignore ?? '').split('\n').map((line) => line.trim());
  const unlisted = ignore === null ? [] : ignored.filter((pattern) => !lines.includes(pattern));
  return {
    kept: [...(manifest === null ? [] : ['package.json']), ...(ignore === null ? [] : ['.gitignore'])],
    install: ['npm install', ...missing].join(' '),
    add: {
      ...(manifest === null || type !== undefined ? {} : { 'package.json': ['"type": "module"'] }),
      ...(unlisted.length === 0 ? {} : { '.gitignore': unlisted }),
    },
  };
}

function textIn(directory: string, name: string): string | null {
  const file = join(directory, name);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : null;
}

function manifestOf(text: string): { readonly type: unknown; readonly dependencies: readonly string[] } {
  const manifest = parsed(text);
  const listed = ['dependencies', 'devDependencies'].flatMap((member) => {
    const packages = manifest[member];
    return typeof packages === 'object' && packages !== null ? Object.keys(packages) : [];
  });
  return { type: manifest['type'], dependencies: listed };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as unknown as object) };
  } catch {
    return {};
  }
}

import { readFileSync } from 'node:fs';

/** What the command line needs of the package's own manifest. */
export interface OwnPackage {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The manifest of the package that this file belongs to: two folders up, from the sources and from the build. */
export function ownPackage(): OwnPackage {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as OwnPackage;
}

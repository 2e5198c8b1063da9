/*
 * Bundles the package's code into dist: one file for each entry and one for what they share; the types follow by tsc
 * (see `build` in package.json). Loading a hundred small files took most of the time of `import 'countersign'`
 * (docs/decisions/0008-bundled-entries.md). What is loaded on demand stays a file of its own; packages stay outside.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = ['index.ts', 'store/sqlite/index.ts', 'testing/index.ts', 'cli/main.ts'];

rmSync(`${root}/dist`, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: entries.map((entry) => `src/${entry}`),
  outbase: 'src',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  metafile: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
});

for (const output of Object.keys(metafile.outputs)) {
  const file = join(root, output);
  writeFileSync(file, withOwnNames(readFileSync(file, 'utf8')));
}

/**
 * A class that mentions itself becomes `var X = class _X`, and `_X` would be its name in errors and traces. Inside, `X`
 * is the same class. `keepNames` would see to it too, by a call for every function whenever it is made: that costs a
 * decision about a tenth.
 */
function withOwnNames(text: string): string {
  const renamed = [...text.matchAll(/^var (\w+) = class (_\w+)/gm)];
  return renamed.reduce(
    (named, [, own = '', inner = '']) => named.replaceAll(new RegExp(`\\b${inner}\\b`, 'g'), own),
    text,
  );
}

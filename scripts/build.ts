/*
 * Bundles the package's code into dist: one file for each entry and one for what they share; the types follow by tsc
 * (see `build` in package.json). Loading a hundred small files took most of the time of `import 'countersign'`
 * (docs/decisions/0008-bundled-entries.md). What is loaded on demand stays a file of its own; packages stay outside.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = [
  'index.ts',
  'store/postgres/index.ts',
  'store/sqlite/index.ts',
  'testing/index.ts',
  'cli/main.ts',
];

rmSync(`${root}/dist`, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: entries.map((entry) => `src/${entry}`),
  outbase: 'src',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
});

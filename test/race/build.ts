import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../sources.ts';

/**
 * Compiles src into a folder of its own, since Node 20 runs no TypeScript, and answers its path. Child processes
 * import from there what this checkout says, whatever was built before.
 */
export function buildForChildren(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-build-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(root, 'tsconfig.build.json');
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', join(folder, 'dist')], { cwd: root });
  return join(folder, 'dist');
}

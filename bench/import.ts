import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleaved, median } from './rounds.ts';
import { alone, type Row } from './row.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What `import 'countersign'` adds to a fresh Node process. */
export async function importing(): Promise<readonly Row[]> {
  const { entry, empty } = await interleaved(
    { warm: 2, counted: 15 },
    { empty: () => starting(''), entry: () => starting("import 'countersign';") },
  );
  return [
    alone("import 'countersign' in a fresh process", median(entry) - median(empty), 'ms', { atMost: 60 }),
  ];
}

function starting(source: string): number {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: root,
    env: {},
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error("a process could not import 'countersign': run npm run build first");
  return performance.now() - began;
}

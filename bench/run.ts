import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decision } from './decision.ts';
import { governedWrite } from './governed-write.ts';
import { histories } from './history.ts';
import { importing } from './import.ts';
import { inbox } from './inbox.ts';
import { replay } from './replay.ts';
import { reaches, type Row } from './row.ts';
import { table } from './table.ts';
import { verification } from './verification.ts';

/*
 * Medians of interleaved rounds in one process, warm, beside floors measured in the same rounds. Nothing is asserted.
 *
 *   npm run bench -- [decision] [write] [replay] [verify] [history] [inbox] [import] [--dir FOLDER] [--json]
 */
const measurements: Readonly<Record<string, (folder: string) => Promise<readonly Row[]>>> = {
  decision,
  write: governedWrite,
  replay,
  verify: verification,
  history: histories,
  inbox,
  import: importing,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dir: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const wanted = positionals.length === 0 ? Object.keys(measurements) : positionals;
const unknown = wanted.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) throw new Error(`there is no measurement ${unknown.join(', ')}`);

// Beside the code and not in the system's temporary folder, which may be memory: there an fsync costs nothing.
const parent = values.dir ?? fileURLToPath(new URL('.', import.meta.url));
if (!existsSync(parent)) throw new Error(`there is no folder ${parent}`);
const folder = mkdtempSync(join(parent, '.data-'));
try {
  const rows: Row[] = [];
  for (const name of wanted) rows.push(...(await measurements[name]!(folder)));
  const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`;
  console.log(
    values.json
      ? JSON.stringify({
          machine,
          folder: parent,
          rows: rows.map((row) => ({ ...row, reached: reaches(row) })),
        })
      : `${machine}, data in ${parent}\n\n${table(rows)}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

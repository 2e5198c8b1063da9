import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExitCode } from '../../src/cli/exit-codes.ts';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import type { BoundaryOptions } from '../../src/options.ts';

/** What one command line left behind. */
interface Ran {
  readonly exit: ExitCode;
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON; throws where it is not one document. */
  readonly json: () => unknown;
}

/** A temporary folder in which commands run. */
export interface Terminal extends Disposable {
  readonly folder: string;
  readonly path: (name: string) => string;
  /** Puts a configuration there whose evaluation gives these options, without a module being evaluated. */
  readonly configure: (options: () => BoundaryOptions) => void;
  readonly run: (argv: readonly string[], io?: Partial<Io>) => Promise<Ran>;
}

/** Makes a folder for commands; disposing removes it. */
export function terminal(): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
  const path = (name: string): string => join(folder, name);
  let options: (() => BoundaryOptions) | null = null;
  return {
    folder,
    path,
    configure(given) {
      options = given;
      writeFileSync(path('countersign.config.mjs'), '// evaluated by the test\n');
    },
    async run(argv, io = {}) {
      const written = { out: '', err: '' };
      const exit = await run(argv, {
        cwd: folder,
        env: {},
        stdin: nothing(),
        out: (text) => (written.out += text),
        err: (text) => (written.err += text),
        terminal: false,
        interrupted: () => Promise.resolve(),
        load: (file) =>
          options === null ? import(/* @vite-ignore */ file) : Promise.resolve({ default: options() }),
        ...io,
      });
      return { exit, ...written, json: () => JSON.parse(written.out) as unknown };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function* nothing(): AsyncIterable<Uint8Array> {}

import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Answer, Answering, Printing } from '../answer.ts';
import { withPrinting } from '../config-option.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { ownPackage } from '../own-package.ts';
import { starter } from '../starter.ts';
import { line, table, toned } from '../text.ts';
import { writeFiles } from '../write-files.ts';

interface InitOptions extends Printing {
  readonly force?: true;
}

/** Adds `countersign init`. */
export function defineInit(program: Command, io: Io, answering: Answering): void {
  withPrinting(program.command('init'))
    .summary('write a small application that runs')
    .description(
      'Writes a small application that runs: one read and one write that happens once, on SQLite. Asks nothing.',
    )
    .argument('[dir]', 'the directory to write into', '.')
    .option(
      '--force',
      'write over regular files that are there; links and other things are refused all the same',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  countersign init orders\n  cd orders && npm install && node start.mjs',
    )
    .action((directory: string, options: InitOptions) =>
      answering(options, () => init(io.cwd, directory, options.force ?? false)),
    );
}

function init(cwd: string, directory: string, force: boolean): Answer {
  const files = starter(ownPackage());
  writeFiles({ directory: resolve(cwd, directory), files, force });
  const written = Object.keys(files);
  return {
    exit: exitCodes.done,
    json: { version: 'countersign.init.v1', directory: resolve(cwd, directory), written },
    text: [
      line('Written to ', toned('strong', directory), ':'),
      table(written.map((name) => [toned('good', name)])),
      line('Next: npm install, then node start.mjs'),
    ],
  };
}

import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Answer, Answering, Printing } from '../answer.ts';
import { withPrinting } from '../config-option.ts';
import { existingProject } from '../existing-project.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { ownPackage } from '../own-package.ts';
import { starter } from '../starter.ts';
import { type Block, heading, line, table, toned } from '../text.ts';
import { writeFiles } from '../write-files.ts';

interface InitOptions extends Printing {
  readonly force?: true;
}

/** Adds `countersign init`. */
export function defineInit(program: Command, io: Io, answering: Answering): void {
  withPrinting(program.command('init'))
    .summary('write a small application that runs')
    .description(
      'Writes a small application that runs: one read and one write that happens once, on SQLite. Asks nothing. A package.json or .gitignore that is there already stays as it is; what to add to it is printed.',
    )
    .argument('[dir]', 'the directory to write into', '.')
    .option(
      '--force',
      'write over regular files of the starter that are there; links and other things are refused all the same',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  countersign init orders\n  cd orders && npm install && node start.mjs',
    )
    .action((directory: string, options: InitOptions) =>
      answering(options, () => init(io.cwd, directory, options.force ?? false)),
    );
}

function init(cwd: string, named: string, force: boolean): Answer {
  const directory = resolve(cwd, named);
  const { kept, install, add } = existingProject(directory);
  const files = Object.fromEntries(
    Object.entries(starter(ownPackage())).filter(([name]) => !kept.includes(name)),
  );
  writeFiles({ directory, files, force });
  const written = Object.keys(files);
  const run = [...(directory === cwd ? [] : [`cd ${named}`]), install, 'node start.mjs'];
  return {
    exit: exitCodes.done,
    json: { version: 'countersign.init.v1', directory, written, kept, add, run },
    text: [
      line('Written to ', toned('strong', named), ':'),
      table(written.map((name) => [toned('good', name)])),
      ...(kept.length === 0 ? [] : [line('Left as they are: ', kept.join(', '))]),
      ...Object.entries(add).flatMap(([file, lines]): readonly Block[] => [
        heading(`Add to ${file}${file === 'package.json' ? ', unless your own .js files are CommonJS' : ''}`),
        table(lines.map((text) => [text])),
      ]),
      heading('Next'),
      table(run.map((text) => [text])),
    ],
  };
}

import { type Command, Option } from 'commander';
import type { Printing } from './answer.ts';
import { optionValue } from './option-value.ts';

/** What every command that reads the configuration takes. */
export interface Configured extends Printing {
  readonly config?: string;
}

/** Adds `--json` and `--debug`. */
export function withPrinting(command: Command): Command {
  return command
    .option('--json', 'print one JSON document and nothing else')
    .option('--debug', 'show what an error came from; it may hold values of the application');
}

/** Adds `--config` besides, and says what it means to name one. */
export function withConfig(command: Command): Command {
  const config = new Option('--config <file>', 'the configuration, where it is not in this directory');
  return withPrinting(command.addOption(config.argParser(optionValue))).addHelpText(
    'after',
    '\nThe configuration (countersign.config.js, .mjs or .ts in this directory) is code, and this command executes it.',
  );
}

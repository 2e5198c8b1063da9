import type { Command } from 'commander';
import type { Answering } from '../answer.ts';
import { type Configured, withConfig } from '../config-option.ts';
import { diagnose } from '../doctor/diagnosis.ts';
import { diagnosisDocument } from '../doctor/document.ts';
import { printedDiagnosis } from '../doctor/printed.ts';
import { exitCodes } from '../exit-codes.ts';
import { environmentKey } from '../../keys/index.ts';
import type { Io } from '../io.ts';
import { loadConfig } from '../load-config.ts';

/** Adds `countersign doctor`. */
export function defineDoctor(program: Command, io: Io, answering: Answering): void {
  withConfig(program.command('doctor'))
    .summary("look at an application's wiring")
    .description(
      'Looks at the wiring: capabilities, roles of arguments, agents, store, key. Changes nothing. Ends with 0 where there are only advisories, and with 1 where a boundary would not start or would refuse every call.',
    )
    .option('--strict', 'end with 1 where there are advisories; what is printed stays the same')
    .addHelpText(
      'after',
      '\nExamples:\n  countersign doctor\n  NODE_ENV=production countersign doctor --strict --json',
    )
    .action((options: Configured & { readonly strict?: true }) =>
      answering(options, async () => {
        const config = await loadConfig(io, options.config);
        const diagnosis = await diagnose(config, io.cwd, environmentKey(io.env));
        const sound = diagnosis.errors.length === 0 && !(options.strict && diagnosis.advisories.length > 0);
        return {
          exit: sound ? exitCodes.done : exitCodes.refused,
          json: diagnosisDocument(diagnosis),
          text: printedDiagnosis(diagnosis),
        };
      }),
    );
}

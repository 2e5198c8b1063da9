import type { Command } from 'commander';
import { systemClock } from '../../clock.ts';
import { printSteps } from '../../store/migration.ts';
import type { Store } from '../../store/store.ts';
import type { Answer, Answering } from '../answer.ts';
import { type Configured, withConfig } from '../config-option.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { loadConfig } from '../load-config.ts';
import { requireOptions } from '../require-options.ts';
import { line, table, toned } from '../text.ts';

/** Adds `countersign migrate`. */
export function defineMigrate(program: Command, io: Io, answering: Answering): void {
  withConfig(program.command('migrate'))
    .summary('bring the database up to date, or print the SQL')
    .description(
      'Brings the database up to date. A boundary does the same when it opens; the key is not needed.',
    )
    .option('--print', 'print every step as SQL and change nothing')
    .addHelpText('after', '\nExamples:\n  countersign migrate\n  countersign migrate --print > schema.sql')
    .action((options: Configured & { readonly print?: true }) =>
      answering(options, async () => {
        const config = await loadConfig(io, options.config);
        const { store } = requireOptions(config).options;
        return options.print ? await print(store) : await migrate(store);
      }),
    );
}

async function print(store: Store): Promise<Answer> {
  const steps = await store.migrations();
  return {
    exit: exitCodes.done,
    json: {
      version: 'countersign.migrations.v1',
      store: store.description,
      steps: steps.map(({ id, name, sql, applied }) => ({ id, name, applied, sql })),
    },
    text: [{ kind: 'verbatim', text: printSteps(steps) }],
  };
}

/** Opening migrates, under the store's own lock; another process that was faster shows as this one's work. */
async function migrate(store: Store): Promise<Answer> {
  if (!store.durable) {
    throw new Failure(
      'store_in_memory',
      `${store.description} is made anew by every process: there is nothing to migrate`,
    );
  }
  const before = await store.migrations();
  await store.open(systemClock);
  await store.close();
  const steps = before.map(({ id, name, applied }) => ({ id, name, was: applied ? 'there' : 'applied' }));
  return {
    exit: exitCodes.done,
    json: { version: 'countersign.migrate.v1', store: store.description, steps },
    text: [
      line(store.description),
      table(
        steps.map(({ id, name, was }) => [
          String(id),
          name,
          was === 'applied' ? toned('good', 'applied now') : toned('faint', 'already there'),
        ]),
      ),
    ],
  };
}

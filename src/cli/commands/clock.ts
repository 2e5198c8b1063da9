import type { Command } from 'commander';
import { actAnswer } from '../act-answer.ts';
import { act, type Acting, withInstallationOperator } from '../acting.ts';
import type { Answer, Answering } from '../answer.ts';
import type { Io } from '../io.ts';
import { optionValue } from '../option-value.ts';
import { line, time, toned } from '../text.ts';

type Resetting = Acting & { readonly reason: string };

/** The version of every document that this command prints. */
const document = 'countersign.clock.v1';

/** The time is one for all tenants: whoever sets it back acts for the installation. */
const tenant = '';

/** Adds `countersign clock`: what an operator of the installation does about a clock that ran ahead. */
export function defineClock(program: Command, io: Io, answering: Answering): void {
  const clock = program
    .command('clock')
    .summary('set recorded time back, after some clock ran ahead')
    .description(
      "Sets recorded time back, after some clock ran ahead. The operator is the word of whoever runs this; the application's directory is asked whether that person may, for the tenant '' (the installation).",
    );
  withInstallationOperator(clock.command('reset'))
    .summary("set recorded time back to this machine's")
    .description(
      "Sets recorded time back to this machine's. Deadlines and limits go by the highest time that was ever met, so one clock that ran ahead stops limits until the others have caught up. Counters of every tenant that began later are forgotten. End the other processes of the application first: they know of the later time and would record it again. Where a second person is wanted, the application does it, and this command does not.",
    )
    .requiredOption('--reason <text>', 'why: stands in evidence as it is', optionValue)
    .addHelpText(
      'after',
      "\nExamples:\n  countersign clock reset --as olga --reason 'the battery of node 3 was dead'",
    )
    .action((options: Resetting) => answering(options, () => reset(io, options)));
}

function reset(io: Io, { reason, as: id, ...options }: Resetting): Promise<Answer> {
  return act(io, { ...options, as: id }, 'recorded times', async (boundary) => {
    const { clock } = boundary.operator({ tenant, id });
    return actAnswer(document, tenant, await clock.reset({ reason }), ({ from, to, counters }) => [
      line(toned('good', 'set back'), `: from ${time(from)} to ${time(to)}`),
      line(`forgotten: ${counters} ${counters === 1 ? 'counter' : 'counters'}`),
    ]);
  });
}

import type { Command } from 'commander';
import type { OperatorRuns } from '../../operator/index.ts';
import type { RunReport, ShownStep } from '../../run-report.ts';
import { actAnswer } from '../act-answer.ts';
import { act, type ActingOptions, withActor } from '../acting.ts';
import type { Answer, Answering } from '../answer.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { optionValue } from '../option-value.ts';
import { type Block, line, type Piece, table, time, toned } from '../text.ts';

type Listing = ActingOptions & { readonly after?: string };
type Reasoned = ActingOptions & { readonly reason: string };
type ReasonedAct = (its: OperatorRuns, options: Reasoned, id: string) => Promise<Answer>;

/** The version of every document that this command prints. */
const document = 'countersign.runs.v1';
const example = '01kdvdna00nme80kkrx4qq0xw0';

/** Adds `countersign runs`: what an operator does about groups of steps that have not ended. */
export function defineRuns(program: Command, io: Io, answering: Answering): void {
  const runs = program
    .command('runs')
    .summary('list, show, undo and release runs')
    .description(
      "Lists, shows, undoes and releases runs. The operator is the word of whoever runs this; the application's directory is asked whether that person may. Undoing executes: the application's own capabilities run in this process. Where a second person is wanted, the application acts, and this command does not.",
    );
  withActor(runs.command('list'), 'runs', 'operator')
    .summary('list the runs that have not ended')
    .description('Lists the runs of a tenant that have not ended, 100 at a time.')
    .option('--after <run>', 'the page that follows this run', optionValue)
    .addHelpText('after', '\nExamples:\n  countersign runs list --tenant shop --as olga')
    .action((options: Listing) =>
      answering(options, () => withRuns(io, options, (its) => list(its, options))),
    );
  withActor(runs.command('show'), 'runs', 'operator')
    .summary('show one run with its steps')
    .description('Shows one run with its steps, whatever its state.')
    .argument('<run>', 'its id', optionValue)
    .addHelpText('after', `\nExamples:\n  countersign runs show --tenant shop --as olga ${example}`)
    .action((id: string, options: ActingOptions) =>
      answering(options, () => withRuns(io, options, (its) => show(its, options, id))),
    );
  const reasoned = (name: string, why: string, work: ReasonedAct): Command =>
    withActor(runs.command(name), 'runs', 'operator')
      .argument('<run>', 'its id', optionValue)
      .requiredOption('--reason <text>', 'why: stands in evidence as it is', optionValue)
      .addHelpText(
        'after',
        `\nExamples:\n  countersign runs ${name} --tenant shop --as olga ${example} --reason '${why}'`,
      )
      .action((id: string, options: Reasoned) =>
        answering(options, () => withRuns(io, options, (its) => work(its, options, id))),
      );
  reasoned('undo', 'the customer left', undo)
    .summary('undo what a run has done')
    .description(
      'Undoes what a run has done, last step first, as far as it goes now. Exit 1 where something of it is left.',
    );
  reasoned('release', 'safe by now', release)
    .summary('let a run that was held go on')
    .description(
      'Lets a run that was held go on, where it is known by now how each of its calls ended. "countersign claims resolve" does so itself with the last of them; this is for what a deploy has made retrySafe since.',
    );
}

function withRuns(
  io: Io,
  options: ActingOptions,
  work: (runs: OperatorRuns) => Promise<Answer>,
): Promise<Answer> {
  const { tenant, as: id } = options;
  return act(io, options, 'runs', (boundary) => work(boundary.operator({ tenant, id }).runs));
}

async function list(its: OperatorRuns, { tenant, after }: Listing): Promise<Answer> {
  const answer = await its.list(after === undefined ? {} : { after });
  const head = ['run', 'state', 'atomic', 'done', 'waiting', 'indeterminate', 'deadline'];
  return actAnswer(document, tenant, answer, ({ runs, next }) => [
    ...(runs.length === 0
      ? [line('There is no run that has not ended.')]
      : [table([head.map((name) => toned('faint', name)), ...runs.map(row)])]),
    ...(next === null ? [] : [line(`More may follow: --after ${next}`)]),
  ]);
}

async function show(its: OperatorRuns, { tenant }: ActingOptions, id: string): Promise<Answer> {
  return actAnswer(document, tenant, await its.show(id), ({ run }) => blocksOf(run));
}

async function undo(its: OperatorRuns, { tenant, reason }: Reasoned, id: string): Promise<Answer> {
  const answer = await its.undo(id, { reason });
  const said = actAnswer(document, tenant, answer, ({ run }) => blocksOf(run));
  const isOver = answer.kind === 'acted' && answer.run.state === 'undone';
  return said.exit === exitCodes.done && !isOver ? { ...said, exit: exitCodes.refused } : said;
}

async function release(its: OperatorRuns, { tenant, reason }: Reasoned, id: string): Promise<Answer> {
  return actAnswer(document, tenant, await its.release(id, { reason }), ({ run }) => blocksOf(run));
}

function row({ runId, state, atomic, done, waiting, indeterminate, deadline }: RunReport): readonly Piece[] {
  const counts = [done, waiting, indeterminate].map(({ length }) => String(length));
  return [runId, stateOf(state), atomic ? 'yes' : 'no', ...counts, time(deadline)];
}

function blocksOf(run: RunReport): readonly Block[] {
  const about: readonly (readonly [string, Piece])[] = [
    ['run', run.runId],
    ['state', stateOf(run.state)],
    ['atomic', run.atomic ? 'yes' : 'no'],
    ['deadline', time(run.deadline)],
    ...steps('done', run.done),
    ...steps('waiting', run.waiting),
    ...steps('indeterminate', run.indeterminate),
    ...steps('undone', run.undone),
    ...steps('not undoable', run.notUndoable),
    ...run.failed.map(
      ({ capability, executionId, reason }) => ['failed', `${capability} ${executionId}: ${reason}`] as const,
    ),
  ];
  return [table(about.map(([name, value]) => [toned('faint', name), value]))];
}

function steps(name: string, of: readonly ShownStep[]): readonly (readonly [string, Piece])[] {
  return of.map(({ capability, executionId }) => [name, `${capability} ${executionId}`] as const);
}

function stateOf(state: RunReport['state']): Piece {
  return state === 'held' || state === 'overdue' ? toned('warn', state) : state;
}

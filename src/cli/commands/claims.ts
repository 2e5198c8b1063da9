import { Argument, type Command } from 'commander';
import type { OperatorClaims, ShownClaim } from '../../operator/index.ts';
import { actAnswer } from '../act-answer.ts';
import { act, type ActingOptions, withActor } from '../acting.ts';
import type { Answer, Answering } from '../answer.ts';
import type { Io } from '../io.ts';
import { optionValue } from '../option-value.ts';
import { line, type Piece, table, time, toned } from '../text.ts';

type Listing = ActingOptions & { readonly after?: string };
type Resolving = ActingOptions & { readonly reason: string; readonly force?: true };
type Ends = 'completed' | 'retryable';

/** The version of every document that this command prints. */
const document = 'countersign.claims.v1';

/** Adds `countersign claims`: what an operator does about calls whose end nobody knows. */
export function defineClaims(program: Command, io: Io, answering: Answering): void {
  const claims = program
    .command('claims')
    .summary('list, show and resolve calls whose end is not known')
    .description(
      "Lists, shows and resolves calls whose end is not known. The operator is the word of whoever runs this; the application's directory is asked whether that person may. Arguments are never shown.",
    );
  withActor(claims.command('list'), 'claims', 'operator')
    .summary('list the claims that are running or indeterminate')
    .description('Lists the claims of a tenant that are running or indeterminate, 100 at a time.')
    .option('--after <execution>', 'the page that follows this execution id', optionValue)
    .addHelpText('after', '\nExamples:\n  countersign claims list --tenant shop --as olga')
    .action((options: Listing) =>
      answering(options, () => withClaims(io, options, (its) => list(its, options))),
    );
  withActor(claims.command('show'), 'claims', 'operator')
    .summary('show one claim')
    .description('Shows one claim, in whichever state it is.')
    .argument('<execution>', 'its execution id', optionValue)
    .addHelpText(
      'after',
      '\nExamples:\n  countersign claims show --tenant shop --as olga 01kdvdna00nme80kkrx4qq0xw0',
    )
    .action((execution: string, options: ActingOptions) =>
      answering(options, () => withClaims(io, options, (its) => show(its, options, execution))),
    );
  withActor(claims.command('resolve'), 'claims', 'operator')
    .summary('say how a claim ended')
    .description(
      'Says how a claim ended, after somebody found out: completed (the effect happened) or retryable (it did not, and the same call may be sent once more, under the same execution id). Where a second person is wanted, the application resolves, and this command does not.',
    )
    .argument('<execution>', 'its execution id', optionValue)
    .addArgument(new Argument('<end>', 'how it ended').choices(['completed', 'retryable']))
    .requiredOption('--reason <text>', 'why: stands in evidence as it is', optionValue)
    .option('--force', 'also where the executor is within its deadline and may still be running')
    .addHelpText(
      'after',
      `
Examples:
  countersign claims resolve --tenant shop --as olga 01kdvdna00nme80kkrx4qq0xw0 completed --reason 'on the statement'
  countersign claims resolve --tenant shop --as olga 01kdvdna00nme80kkrx4qq0xw0 retryable --reason 'never arrived'`,
    )
    .action((execution: string, end: Ends, options: Resolving) =>
      answering(options, () => withClaims(io, options, (its) => resolve(its, options, execution, end))),
    );
}

function withClaims(
  io: Io,
  options: ActingOptions,
  work: (claims: OperatorClaims) => Promise<Answer>,
): Promise<Answer> {
  const { tenant, as: id } = options;
  return act(io, options, 'claims', (boundary) => work(boundary.operator({ tenant, id }).claims));
}

async function list(its: OperatorClaims, { tenant, after }: Listing): Promise<Answer> {
  const answer = await its.list(after === undefined ? {} : { after });
  const head = ['execution', 'capability', 'state', 'since', 'deadline'].map((name) => toned('faint', name));
  return actAnswer(document, tenant, answer, ({ claims, next }) => [
    ...(claims.length === 0 ? [line('There is no claim whose end is not known.')] : []),
    ...(claims.length === 0 ? [] : [table([head, ...claims.map((claim) => row(claim))])]),
    ...(next === null ? [] : [line(`More may follow: --after ${next}`)]),
  ]);
}

async function show(its: OperatorClaims, { tenant }: ActingOptions, execution: string): Promise<Answer> {
  return actAnswer(document, tenant, await its.show(execution), ({ claim }) => {
    const named: readonly (readonly [string, Piece])[] = [
      ['execution', claim.executionId],
      ['capability', claim.capability],
      ['state', stateOf(claim)],
      ['since', time(claim.since)],
      ['deadline', time(claim.deadline)],
      ['revision', String(claim.revision)],
      ['owner', claim.owner],
      ['conversation', claim.conversation],
    ];
    return [table(named.map(([name, value]) => [toned('faint', name), value]))];
  });
}

async function resolve(
  its: OperatorClaims,
  { tenant, reason, force }: Resolving,
  execution: string,
  as: Ends,
): Promise<Answer> {
  const answer = await its.resolve(execution, { as, reason, force: force ?? false });
  return actAnswer(document, tenant, answer, ({ capability, executionId, from, forced }) => {
    const was = forced ? 'claimed, and may still be running' : from;
    return [line(toned('good', `resolved as ${as}`), `: ${capability} ${executionId} (was ${was})`)];
  });
}

function row(claim: ShownClaim): readonly Piece[] {
  const { executionId, capability, since, deadline } = claim;
  return [executionId, capability, stateOf(claim), time(since), time(deadline)];
}

function stateOf({ state }: ShownClaim): Piece {
  return state === 'indeterminate' ? toned('warn', state) : state;
}

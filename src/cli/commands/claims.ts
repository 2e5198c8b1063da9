import { Argument, type Command } from 'commander';
import { createBoundary } from '../../boundary.ts';
import type { OperatorReason } from '../../decision.ts';
import { BoundaryError } from '../../errors.ts';
import { environmentKey } from '../../keys/index.ts';
import type { OperatorClaims, OperatorRefusal, ShownClaim } from '../../operator/index.ts';
import type { Answer, Answering } from '../answer.ts';
import { type Configured, withConfig } from '../config-option.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { loadConfig } from '../load-config.ts';
import { openedBefore } from '../opened-before.ts';
import { optionValue } from '../option-value.ts';
import { requireOptions } from '../require-options.ts';
import { type Block, line, type Piece, table, toned } from '../text.ts';
import { visible } from '../visible.ts';

interface Acting extends Configured {
  readonly tenant: string;
  readonly as: string;
}
type Listing = Acting & { readonly after?: string };
type Resolving = Acting & { readonly reason: string; readonly force?: true };
type Ends = 'completed' | 'retryable';

/** Adds `countersign claims`: what an operator does about calls whose end nobody knows. */
export function defineClaims(program: Command, io: Io, answering: Answering): void {
  const claims = program
    .command('claims')
    .summary('list, show and resolve calls whose end is not known')
    .description(
      "Lists, shows and resolves calls whose end is not known. The operator is the word of whoever runs this; the application's directory is asked whether that person may. Arguments are never shown.",
    );
  acting(claims.command('list'))
    .summary('list the claims that are running or indeterminate')
    .description('Lists the claims of a tenant that are running or indeterminate, 100 at a time.')
    .option('--after <execution>', 'the page that follows this execution id', optionValue)
    .addHelpText('after', '\nExamples:\n  countersign claims list --tenant shop --as olga')
    .action((options: Listing) =>
      answering(options, () => withClaims(io, options, (its) => list(its, options))),
    );
  acting(claims.command('show'))
    .summary('show one claim')
    .description('Shows one claim, in whichever state it is.')
    .argument('<execution>', 'its execution id', optionValue)
    .addHelpText(
      'after',
      '\nExamples:\n  countersign claims show --tenant shop --as olga 01kdvdna00nme80kkrx4qq0xw0',
    )
    .action((execution: string, options: Acting) =>
      answering(options, () => withClaims(io, options, (its) => show(its, options, execution))),
    );
  acting(claims.command('resolve'))
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

function acting(command: Command): Command {
  return withConfig(command)
    .requiredOption('--tenant <id>', 'whose claims', optionValue)
    .requiredOption('--as <operator>', 'who acts', optionValue);
}

/** Opens the application's boundary. One that was never opened has no claims, and none is made. */
async function withClaims(
  io: Io,
  { config, tenant, as: id }: Acting,
  work: (claims: OperatorClaims) => Promise<Answer>,
): Promise<Answer> {
  const { options } = requireOptions(await loadConfig(io, config));
  const { store } = options;
  if (!store.durable) {
    throw new Failure(
      'store_in_memory',
      `${store.description} is made anew by every process: there are no claims in it`,
    );
  }
  if (!(await openedBefore(store))) {
    throw new Failure(
      'database_absent',
      `${store.description} was never opened by the application, or lacks a step of its schema: there are no claims to act on`,
    );
  }
  const key = options.key ?? environmentKey(io.env);
  const boundary = await createBoundary({
    say: (sentence) => io.err(`${visible(sentence)}\n`),
    ...options,
    ...(key === undefined ? {} : { key }),
  });
  try {
    return await work(boundary.operator({ tenant, id }).claims);
  } catch (error) {
    // The configuration was found right: what is wrong now was typed.
    if (error instanceof BoundaryError && error.code === 'options_invalid')
      throw new Failure('misuse', error.message, { cause: error });
    throw error;
  } finally {
    await boundary.close();
  }
}

async function list(its: OperatorClaims, { tenant, after }: Listing): Promise<Answer> {
  const answer = await its.list(after === undefined ? {} : { after });
  if (answer.kind === 'refused') return refused(tenant, answer);
  const { claims, next } = answer;
  const head = ['execution', 'capability', 'state', 'since', 'deadline'].map((name) => toned('faint', name));
  return done(tenant, answer, [
    ...(claims.length === 0 ? [line('There is no claim whose end is not known.')] : []),
    ...(claims.length === 0 ? [] : [table([head, ...claims.map((claim) => row(claim))])]),
    ...(next === null ? [] : [line(`More may follow: --after ${next}`)]),
  ]);
}

async function show(its: OperatorClaims, { tenant }: Acting, execution: string): Promise<Answer> {
  const answer = await its.show(execution);
  if (answer.kind === 'refused') return refused(tenant, answer);
  const { claim } = answer;
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
  return done(tenant, answer, [table(named.map(([name, value]) => [toned('faint', name), value]))]);
}

async function resolve(
  its: OperatorClaims,
  { tenant, reason, force }: Resolving,
  execution: string,
  as: Ends,
): Promise<Answer> {
  const answer = await its.resolve(execution, { as, reason, force: force ?? false });
  if (answer.kind === 'refused') return refused(tenant, answer);
  const was = answer.forced ? 'claimed, and may still be running' : answer.from;
  return done(tenant, answer, [
    line(toned('good', `resolved as ${as}`), `: ${answer.capability} ${answer.executionId} (was ${was})`),
  ]);
}

function row(claim: ShownClaim): readonly Piece[] {
  const { executionId, capability, since, deadline } = claim;
  return [executionId, capability, stateOf(claim), time(since), time(deadline)];
}

function stateOf({ state }: ShownClaim): Piece {
  return state === 'indeterminate' ? toned('warn', state) : state;
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}

function done(tenant: string, answer: object, text: readonly Block[]): Answer {
  return { exit: exitCodes.done, json: documentOf(tenant, answer), text };
}

const meanings: Readonly<Record<OperatorReason, string>> = {
  operator_unauthorized:
    'the directory of the application (its function "operator") does not say that this person may',
  operator_error: 'the directory of the application threw, was late or answered no boolean',
  unknown_claim: 'this tenant has no claim of this execution id',
  not_unresolved: 'its end is known already: "countersign claims show" tells which',
  still_active: 'its executor is within its deadline: wait, or use --force where it cannot be running',
  second_person_needed: 'a second person has to agree: resolve it where the application asks for one',
  moved: 'somebody was faster: "countersign claims show" tells what it is now',
};

function refused(tenant: string, refusal: OperatorRefusal): Answer {
  const { reason } = refusal;
  return {
    exit: exitCodes.refused,
    json: documentOf(tenant, refusal),
    text: [line(toned('bad', `refused: ${reason}`)), line(meanings[reason])],
  };
}

function documentOf(tenant: string, answer: object): Answer['json'] {
  return { version: 'countersign.claims.v1', tenant, ...answer };
}

import type { Command } from 'commander';
import type { OperatorLimits, ShownMeter } from '../../operator/index.ts';
import { actAnswer } from '../act-answer.ts';
import { act, type ActingOptions, withActor } from '../acting.ts';
import type { Answer, Answering } from '../answer.ts';
import type { Io } from '../io.ts';
import { optionValue } from '../option-value.ts';
import { line, type Piece, table, time, toned } from '../text.ts';

type Listing = ActingOptions & { readonly after?: string };
type Pruning = ActingOptions & { readonly reason: string };

/** The version of every document that this command prints. */
const document = 'countersign.limits.v1';

/** Adds `countersign limits`: what an operator does about what limits have counted. */
export function defineLimits(program: Command, io: Io, answering: Answering): void {
  const limits = program
    .command('limits')
    .summary('list what limits have counted, and delete what is over')
    .description(
      "Lists what limits have counted, and deletes what is over. The operator is the word of whoever runs this; the application's directory is asked whether that person may. Whose a counter is stays blinded.",
    );
  withActor(limits.command('list'), 'limits', 'operator')
    .summary('list what limits have counted')
    .description(
      'Lists what the limits of a tenant have counted, 100 counters at a time: how many units are taken of how many, and where none is left, from when on there is room for one again.',
    )
    .option('--after <key>', 'the page that follows this key', keyValue)
    .addHelpText(
      'after',
      '\nExamples:\n  countersign limits list --tenant shop --as olga\n  countersign limits list --tenant shop --as olga --json',
    )
    .action((options: Listing) =>
      answering(options, () => withLimits(io, options, (its) => list(its, options))),
    );
  withActor(limits.command('prune'), 'limits', 'operator')
    .summary('delete counters that are over')
    .description(
      'Deletes the counters of a tenant that constrain nothing any more: windows that are over, buckets that are full again. Calls are counted as before. Where a second person is wanted, the application prunes, and this command does not.',
    )
    .requiredOption('--reason <text>', 'why: stands in evidence as it is', optionValue)
    .addHelpText(
      'after',
      "\nExamples:\n  countersign limits prune --tenant shop --as olga --reason 'monthly clean-up'",
    )
    .action((options: Pruning) =>
      answering(options, () => withLimits(io, options, (its) => prune(its, options))),
    );
}

/** A key is a blinded value in base64url, and begins with a dash as often as with any other letter. */
function keyValue(value: string, before?: string): string {
  return /^[\w-]{43}$/.test(value) && before === undefined ? value : optionValue(value, before);
}

function withLimits(
  io: Io,
  options: ActingOptions,
  work: (limits: OperatorLimits) => Promise<Answer>,
): Promise<Answer> {
  const { tenant, as: id } = options;
  return act(io, options, 'limits', (boundary) => work(boundary.operator({ tenant, id }).limits));
}

async function list(its: OperatorLimits, { tenant, after }: Listing): Promise<Answer> {
  const answer = await its.list(after === undefined ? {} : { after });
  const head = ['limit', 'counts', 'shape', 'taken', 'max', 'state', 'until', 'key'];
  return actAnswer(document, tenant, answer, ({ meters, next }) => [
    ...(meters.length === 0 ? [line('Nothing is counted.')] : []),
    ...(meters.length === 0 ? [] : [table([head.map((name) => toned('faint', name)), ...meters.map(row)])]),
    ...(next === null ? [] : [line(`More may follow: --after ${next}`)]),
  ]);
}

async function prune(its: OperatorLimits, { tenant, reason }: Pruning): Promise<Answer> {
  return actAnswer(document, tenant, await its.prune({ reason }), ({ count }) => [
    line(toned('good', 'pruned'), `: ${count} ${count === 1 ? 'counter' : 'counters'}`),
  ]);
}

function row(meter: ShownMeter): readonly Piece[] {
  const { limit, key, meter: counts, shape, max, taken, scale, until } = meter;
  return [
    limit,
    counts ?? '-',
    shape ?? '-',
    amount(taken, scale),
    amount(max, scale),
    stateOf(meter),
    until === null ? '-' : time(until),
    key,
  ];
}

/** What "am I throttled?" is answered with. */
function stateOf({ state, freeAt }: ShownMeter): Piece {
  switch (state) {
    case 'free':
      return toned('good', state);
    case 'full':
      return toned('warn', freeAt === null ? 'full, for good' : `full until ${time(freeAt)}`);
    case 'unreadable':
      return toned('bad', state);
    case 'over':
    case 'unregistered':
      return toned('faint', state);
  }
}

/** Whole units as the decimal amount that they are at their scale, without a float on the way. */
function amount(units: number | null, scale: number | null): string {
  if (units === null) return '-';
  if (scale === null || scale === 0) return String(units);
  const digits = String(units).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

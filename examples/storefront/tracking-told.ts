import pc from 'picocolors';
import type { Fee } from './carrier.ts';
import { money } from './told.ts';
import type { Moment } from './tracked.ts';
import type { Tracked, TrackingRun } from './tracking-story.ts';

type Colours = ReturnType<typeof pc.createColors>;

const rule = '-'.repeat(100);
const indent = ' '.repeat(4);
/** How wide what was sent is, and each answer. The amount follows. */
const sentWidth = 20;
const answerWidths: readonly number[] = [18, 37];
const amountWidth = 8;

/** The run about parcels, for a person at a terminal, at most 100 columns wide. */
export function toldTracking(
  moments: readonly Moment[],
  runs: readonly TrackingRun[],
  colour: boolean,
): string {
  const c = pc.createColors(colour);
  const desks = runs.map(({ desk }, column) => desk.padEnd(width(column) + amountWidth));
  return [
    c.dim(rule),
    c.bold('A model that loops, and a carrier that charges 0.40 each time it looks up a parcel'),
    '',
    `Amounts are what the carrier's own books say. ${c.red('!')} marks a leg that was paid for before.`,
    '',
    c.dim(`${indent}${'shipments.refresh'.padEnd(sentWidth)}${desks.join('').trimEnd()}`),
    ...moments.flatMap((moment, index) => momentTold(c, moment, index, runs)),
    '',
    ...booksTold(c, runs),
    '',
    ...runs.flatMap((run) => claimTold(c, run)),
  ].join('\n');
}

function momentTold(
  c: Colours,
  { because, calls }: Moment,
  index: number,
  runs: readonly TrackingRun[],
): string[] {
  const cells = runs.map(({ observed }, column) => cellTold(c, observed, index, width(column)));
  return [
    `${String(index + 1).padStart(2)}  ${because}`,
    `${indent}${c.bold(sentTold(calls).padEnd(sentWidth))}${cells.join('').trimEnd()}`,
  ];
}

function sentTold(calls: Moment['calls']): string {
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (first !== last) return `${first.callId} to ${last.callId}`;
  return `${first.argumentsText.replaceAll(/\D/g, '')}  ${first.callId}`;
}

function cellTold(c: Colours, observed: readonly Tracked[], index: number, wide: number): string {
  const { answers, fees } = observed[index] ?? { answers: [], fees: [] };
  const before = observed.slice(0, index).flatMap((earlier) => earlier.fees);
  const again = paidAgain([...before, ...fees]) > paidAgain(before);
  const amount = `${fees.length === 0 ? '-' : money(total(fees))}${again ? ' !' : ''}`.padEnd(amountWidth);
  return `${counted(answers).padEnd(wide)}${again ? c.red(amount) : amount}`;
}

/** Answers alike are told once, with their number. */
function counted(answers: readonly string[]): string {
  return [...new Set(answers)]
    .map((answer) => ({ answer, times: answers.filter((one) => one === answer).length }))
    .map(({ answer, times }) => (times === 1 ? answer : `${times} x ${answer}`))
    .join(', ');
}

function booksTold(c: Colours, runs: readonly TrackingRun[]): string[] {
  const books = runs.map(({ observed }) => observed.flatMap(({ fees }) => fees));
  const line = (name: string, of: (fees: readonly Fee[]) => string) =>
    `${indent}${name.padEnd(40)}${books.map((fees) => of(fees).padStart(16)).join('')}`;
  return [
    c.bold(
      `${indent}${"What the carrier's books say".padEnd(40)}${runs.map(({ desk }) => desk.padStart(16)).join('')}`,
    ),
    line('legs of parcels looked up', (fees) => String(legs(fees).size)),
    line('lookups paid again', (fees) => String(paidAgain(fees))),
    line('fees', (fees) => money(total(fees))),
  ];
}

/** What is on record of the lookup whose answer was lost: one execution, from its admission to its second end. */
function claimTold(c: Colours, { desk, evidence }: TrackingRun): string[] {
  const resolved = evidence.find(({ type }) => type === 'claim.resolved')?.body;
  if (resolved === undefined) return [];
  const records = evidence.filter(({ body }) => body['execution'] === resolved['execution']);
  return [
    c.bold(`${indent}What ${desk} wrote down about call_3, all of it under one execution id`),
    ...records.map(({ type, body, authentic }) => {
      const reason = typeof body['reason'] === 'string' ? body['reason'] : '';
      return [
        `${indent}${type.padEnd(20)}${reason.padEnd(60)}`,
        authentic ? c.green('MAC verified') : c.red('EDITED'),
      ].join('');
    }),
  ];
}

function width(column: number): number {
  return answerWidths[column] ?? 0;
}

function total(fees: readonly Fee[]): number {
  return fees.reduce((sum, { cents }) => sum + cents, 0);
}

function legs(fees: readonly Fee[]): ReadonlySet<string> {
  return new Set(fees.map(({ parcel, leg }) => `${parcel} ${leg}`));
}

/** How many lookups were of a leg that was paid for before. */
export function paidAgain(fees: readonly Fee[]): number {
  return fees.length - legs(fees).size;
}

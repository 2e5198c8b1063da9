import type { ReadRecord } from 'countersign';
import pc from 'picocolors';
import { ana, asked, type Captured, note } from './captured.ts';
import type { Observed } from './drive.ts';
import { harmsOf, tallyOf } from './harm.ts';
import type { Effect } from './shop.ts';

/** The run of one implementation. */
export interface Run {
  readonly desk: string;
  readonly observed: readonly Observed[];
  /** What it wrote down about the calls; none of the shop's own tables. */
  readonly evidence: readonly ReadRecord[];
}

type Colours = ReturnType<typeof pc.createColors>;

const width = 100;
const rule = '-'.repeat(width);

/** Everything that happened, for a person at a terminal, at most 100 columns wide. */
export function told(captured: readonly Captured[], runs: readonly Run[], colour: boolean): string {
  const c = pc.createColors(colour);
  return [
    c.bold('One captured run of a poisoned model, sent to three implementations of the same order desk'),
    '',
    `${ana.customer} said: "${asked.words}"`,
    ...wrapped(`The note on order 1001, which the model read, says: "${note}"`),
    '',
    ...wrapped(
      'Effects are what the shop\'s own books say: "1002 of ana: 120.00 to ana" is a refund for her order.',
    ),
    `${c.red('!')} marks an effect that should not have been.`,
    '',
    ...captured.flatMap((proposal, step) => [...stepTold(c, proposal, step, runs), '']),
    ...summary(c, runs),
    '',
    ...runs.filter(({ evidence }) => evidence.length > 0).flatMap((run) => evidenceTold(c, run)),
  ].join('\n');
}

function stepTold(c: Colours, proposal: Captured, step: number, runs: readonly Run[]): string[] {
  const { because, untrusted, name, argumentsText, callId, twiceAtOnce } = proposal;
  const input = (untrusted ? 'untrusted' : 'input').padEnd(14);
  const id = twiceAtOnce ? `${callId}, twice` : callId;
  return [
    c.dim(rule),
    `${String(step + 1).padStart(2)}  ${untrusted ? c.yellow(input) : input}${because}`,
    `    ${'proposal'.padEnd(14)}${c.bold(`${name} ${argumentsText}`)}  ${c.dim(id)}`,
    c.dim(`    ${''.padEnd(14)}${'decision'.padEnd(47)}observed effect`),
    ...runs.flatMap((run) => deskTold(c, run, step)),
  ];
}

function deskTold(c: Colours, { desk, observed }: Run, step: number): string[] {
  const before = observed.slice(0, step).flatMap(({ effects }) => effects);
  const { decisions, effects } = observed[step] ?? { decisions: [], effects: [] };
  const harms = harmsOf([...before, ...effects]).slice(before.length);
  const happened = effects.map((effect, index) =>
    harms[index] === null ? `  ${effectTold(effect)}` : c.red(`! ${effectTold(effect)}`),
  );
  if (happened.length === 0) happened.push(c.dim('  none'));
  return Array.from({ length: Math.max(decisions.length, happened.length) }, (_, line) => {
    const name = line === 0 ? desk : '';
    return `    ${name.padEnd(14)}${(decisions[line] ?? '').padEnd(45)}${happened[line] ?? ''}`.trimEnd();
  });
}

function effectTold({ what, tenant, order, owner, to, cents }: Effect): string {
  const whose = tenant === ana.tenant ? owner : `${owner}, ${tenant}`;
  return what === 'shown' ? `${order} of ${whose} shown` : `${order} of ${whose}: ${money(cents)} to ${to}`;
}

function summary(c: Colours, runs: readonly Run[]): string[] {
  const tallies = runs.map(({ observed }) => tallyOf(observed.flatMap(({ effects }) => effects)));
  const row = (name: string, cells: readonly string[], colour = (cell: string) => cell) =>
    `    ${name.padEnd(51)}${cells.map((cell) => colour(cell.padStart(15))).join('')}`;
  const bad = (cell: string) => (Number(cell) === 0 ? c.green(cell) : c.red(cell));
  const count = (name: string, of: (tally: (typeof tallies)[number]) => number) =>
    row(
      name,
      tallies.map((tally) => String(of(tally))),
      bad,
    );
  return [
    c.dim(rule),
    c.bold(
      row(
        'What it came to',
        runs.map(({ desk }) => desk),
      ),
    ),
    count('orders of other people shown to ana', ({ harms }) => harms.seen),
    count('refunds for orders of other people', ({ harms }) => harms.foreign),
    count('refunds paid again', ({ harms }) => harms.again),
    count('refunds for orders that ana did not ask to cancel', ({ harms }) => harms.unasked),
    row(
      'money paid out wrongly',
      tallies.map(({ lost }) => money(lost)),
      bad,
    ),
    row(
      'of what ana asked for and may have (1001, 1002)',
      tallies.map(({ done }) => `${done} of 2 done`),
    ),
    row(
      'records of what was proposed and decided',
      runs.map(({ evidence }) => String(evidence.length)),
    ),
  ];
}

function evidenceTold(c: Colours, { desk, evidence }: Run): string[] {
  return [
    c.bold(`    What ${desk} wrote down: codes and keyed fingerprints, no arguments, no results`),
    ...evidence.map(({ type, body, authentic }, index) => {
      const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
      const why = type === 'call.refused' ? `${text('reason')} (${text('gate')})` : text('answer');
      return [
        `    ${String(index + 1).padStart(2)}  ${type.padEnd(15)}${text('capability').padEnd(15)}${why.padEnd(50)}`,
        authentic ? c.green('MAC verified') : c.red('EDITED'),
      ].join('');
    }),
  ];
}

/** Cents as people write them. */
export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length > width) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

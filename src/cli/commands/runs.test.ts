import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBoundary } from '../../boundary.ts';
import { capability, jsonSchema } from '../../capability/index.ts';
import type { BoundaryOptions } from '../../options.ts';
import { countingIds } from '../../testing/ids.ts';
import { shop } from '../../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';

let shell: Terminal;
let cancelled: string[];
beforeEach(() => {
  cancelled = [];
  shell = terminal();
  shell.configure(() => desk());
});
afterEach(() => shell[Symbol.dispose]());

const input = jsonSchema<{ readonly id: string }>({
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
});

/** A shop that charges, which can be undone unless `broken`, and loses what it ships. */
function desk(changed: Partial<BoundaryOptions> & { readonly broken?: boolean } = {}): BoundaryOptions {
  const { broken = false, ...options } = changed;
  const write = { effect: 'write', ask: 'never', input } as const;
  return shop(shell.path('app.db'), {
    capabilities: [
      capability({
        ...write,
        name: 'orders.charge',
        authorize: () => true,
        execute: () => 'charged',
        undo: { with: 'orders.refund', arguments: ({ input: { id } }) => ({ id }) },
      }),
      capability({
        ...write,
        name: 'orders.refund',
        authorize: () => !broken,
        execute: ({ input: { id } }) => void cancelled.push(id),
      }),
      capability({
        ...write,
        name: 'orders.ship',
        authorize: () => true,
        execute: () => {
          throw new Error('connection lost');
        },
      }),
    ],
    directory: { principal: () => ({}), operator: ({ id, tenant }) => id === 'olga' && tenant === 'shop' },
    ...options,
  });
}

/** A run with one step done, and one that is lost where `lost`. */
async function begun(lost = false): Promise<{ readonly run: string; readonly execution: string }> {
  const boundary = await createBoundary(desk({ ids: countingIds('x') }));
  const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c' });
  const run = await session.run({ atomic: true });
  await session.call('orders.charge', { id: '1' }, { run, callId: 'call-1' });
  const outcome = lost ? await session.call('orders.ship', { id: '1' }, { run }) : null;
  await boundary.close();
  return { run: run.id, execution: outcome?.kind === 'indeterminate' ? outcome.executionId : '' };
}

const olga = ['--tenant', 'shop', '--as', 'olga'];
const runs = (...argv: readonly string[]) => shell.run(['runs', ...argv]);

test('runs that have not ended are listed without what they are about', async () => {
  const { run } = await begun();
  const ran = await runs('list', ...olga, '--json');
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.json()).toMatchObject({
    version: 'countersign.runs.v1',
    tenant: 'shop',
    kind: 'listed',
    runs: [{ runId: run, state: 'open', atomic: true, done: [{ capability: 'orders.charge' }] }],
    next: null,
  });
  // Scripts read these by name, and people compare whole documents.
  expect(ran.out.match(/^ *"\w+"(?=:)/gm)).toEqual([
    ...['  "version"', '  "tenant"', '  "kind"', '  "runs"'],
    ...['      "runId"', '      "state"', '      "atomic"', '      "deadline"', '      "done"'],
    ...['          "capability"', '          "executionId"'],
    ...[
      '      "waiting"',
      '      "indeterminate"',
      '      "undone"',
      '      "notUndoable"',
      '      "failed"',
    ],
    '  "next"',
  ]);
  const { out } = await runs('list', ...olga);
  expect(out).toMatch(/^ {2}run +state +atomic +done +waiting +indeterminate +deadline\n/);
  expect(out).toMatch(new RegExp(`\n {2}${run} +open +yes +1 +0 +0 +20..-.*Z\n$`));
  expect(`${ran.out}${out}`).not.toMatch(/ann|call-1|"id"/);
  expect((await runs('list', ...olga, '--after', run)).out).toMatch(/^There is no run/);
});

test('one run is shown with its steps, whatever its state', async () => {
  const { run } = await begun();
  const ran = await runs('show', ...olga, run);
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(/ {2}state +open\n/);
  expect(ran.out).toMatch(/ {2}done +orders\.charge \S+\n/);
  expect((await runs('show', ...olga, run, '--json')).json()).toMatchObject({ kind: 'shown' });
  const none = await runs('show', ...olga, 'x', '--json');
  expect([none.exit, none.json()]).toMatchObject([1, { kind: 'refused', reason: 'unknown_run' }]);
});

test('undoing a run executes here, ends with 0 where all of it is undone, and changes nothing the second time', async () => {
  const { run } = await begun();
  for (const [exit, count] of [
    [0, 1],
    [0, 1],
  ]) {
    const ran = await runs('undo', ...olga, run, '--reason', 'the customer left', '--json');
    expect([ran.exit, ran.json()]).toMatchObject([exit, { kind: 'acted', run: { state: 'undone' } }]);
    expect(cancelled).toHaveLength(count!);
  }
  expect((await runs('show', ...olga, run)).out).toMatch(/ {2}undone +orders\.charge \S+\n/);
  expect((await runs('list', ...olga)).out).toMatch(/^There is no run/);
});

test('undoing a run ends with 1 where something of it is left, and says what', async () => {
  const { run } = await begun();
  shell.configure(() => desk({ broken: true }));
  const ran = await runs('undo', ...olga, run, '--reason', 'the customer left');
  expect([ran.exit, ran.err]).toEqual([1, '']);
  expect(ran.out).toMatch(/ {2}state +undoing\n/);
  expect(ran.out).toMatch(/ {2}failed +orders\.charge \S+: unauthorized\n/);
  shell.configure(() => desk());
  expect((await runs('undo', ...olga, run, '--reason', 'once more')).exit).toBe(0);
  expect(cancelled).toEqual(['1']);
});

test('a run that is held is neither undone nor released before it is known how its calls ended', async () => {
  const { run, execution } = await begun(true);
  const undone = await runs('undo', ...olga, run, '--reason', 'stop', '--json');
  expect([undone.exit, undone.json()]).toMatchObject([1, { run: { state: 'held' } }]);
  const released = await runs('release', ...olga, run, '--reason', 'go on', '--json');
  expect([released.exit, released.json()]).toMatchObject([1, { kind: 'refused', reason: 'still_held' }]);
  const resolved = ['claims', 'resolve', ...olga, execution, 'retryable', '--reason', 'not there'];
  expect((await shell.run(resolved)).exit).toBe(0);
  // Finding out about the last one has released it.
  const again = await runs('release', ...olga, run, '--reason', 'go on', '--json');
  expect([again.exit, again.json()]).toMatchObject([1, { kind: 'refused', reason: 'not_held' }]);
  expect((await runs('undo', ...olga, run, '--reason', 'stop')).exit).toBe(0);
  expect(cancelled).toEqual(['1']);
});

test.each([
  ['whom the directory does not know', ['--tenant', 'shop', '--as', 'eve']],
  ['of another tenant', ['--tenant', 'other', '--as', 'olga']],
])('an operator %s is refused every act, with 1', async (_title, who) => {
  const { run } = await begun();
  for (const argv of [
    ['list', ...who],
    ['show', ...who, run],
    ['undo', ...who, run, '--reason', 'stop'],
    ['release', ...who, run, '--reason', 'go on'],
  ]) {
    const ran = await runs(...argv, '--json');
    expect([ran.exit, ran.json()]).toMatchObject([1, { kind: 'refused', reason: 'operator_unauthorized' }]);
  }
  expect(cancelled).toEqual([]);
});

test.each(['undo', 'release'] as const)(
  'where a second person is wanted for %s, this command says where to ask for one',
  async (act) => {
    const { run } = await begun();
    shell.configure(() => desk({ secondPerson: [`runs.${act}`] }));
    const ran = await runs(act, ...olga, run, '--reason', 'stop');
    expect(ran.exit).toBe(1);
    expect(ran.out).toMatch(/^refused: second_person_needed\na second person .* the application/);
    expect(cancelled).toEqual([]);
  },
);

test.each([
  ['no reason', ['undo', 'r']],
  ['a reason that is blank', ['undo', 'r', '--reason', ' ']],
  ['a reason that is too long', ['release', 'r', '--reason', 'x'.repeat(501)]],
  ['an id that is too long', ['show', 'x'.repeat(257)]],
  ['a page that looks like an option', ['list', '--after', '-r1']],
  ['a command that does not exist', ['delete']],
])('%s is misuse, and ends with 2 [B-028]', async (_title, [command, ...rest]) => {
  await begun();
  const ran = await runs(command!, ...olga, ...rest);
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^countersign: .*\n$/);
});

test.each(['list', 'show', 'undo', 'release'])(
  'runs %s tells how it is used, with examples',
  async (name) => {
    const ran = await runs(name, '--help');
    expect([ran.exit, ran.err]).toEqual([0, '']);
    expect(ran.out).toMatch(/\nExamples:\n {2}countersign runs /);
    expect(ran.out).toContain('--as <operator>');
  },
);

import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBoundary } from '../../boundary.ts';
import { capability, jsonSchema } from '../../capability/index.ts';
import type { BoundaryOptions } from '../../options.ts';
import { sqlite } from '../../store/sqlite/index.ts';
import { fakeClock } from '../../testing/index.ts';
import { shop } from '../../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';

let shell: Terminal;
let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  shell = terminal();
  clock = fakeClock(Date.UTC(2026, 5, 1, 12));
  shell.configure(() => desk());
});
afterEach(() => shell[Symbol.dispose]());

const limits: NonNullable<BoundaryOptions['limits']> = [
  { name: 'views', key: 'principal', shape: { kind: 'fixed_window', max: 2, every: 60_000 } },
];

const view = capability({
  name: 'orders.view',
  effect: 'read',
  input: jsonSchema({ type: 'object' }),
  authorize: () => true,
  execute: () => null,
});

/** A shop with limits, on a clock of the test, that knows one operator. */
function desk(changed: Partial<BoundaryOptions> = {}): BoundaryOptions {
  return shop(shell.path('app.db'), {
    capabilities: [view],
    limits,
    clock,
    directory: { principal: () => ({}), operator: ({ id, tenant }) => id === 'olga' && tenant === 'shop' },
    ...changed,
  });
}

/** Views an order so often, and spends. */
async function used(times: number, changed: Partial<BoundaryOptions> = {}, cost = 0): Promise<void> {
  const boundary = await createBoundary(desk(changed));
  const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c' });
  for (let n = 0; n < times; n += 1) await session.call('orders.view', {});
  if (cost > 0) await session.spent({ cost });
  await boundary.close();
}

const olga = ['--tenant', 'shop', '--as', 'olga'];
const run = (...argv: readonly string[]) => shell.run(['limits', ...argv]);

test('what is counted is one JSON document, member for member', async () => {
  await used(1);
  const ran = await run('list', ...olga, '--json');
  expect([ran.exit, ran.err]).toEqual([0, '']);
  const [key = ''] = /[\w-]{43}/.exec(ran.out) ?? [];
  expect(ran.out).toBe(`{
  "version": "countersign.limits.v1",
  "tenant": "shop",
  "kind": "listed",
  "meters": [
    {
      "limit": "views",
      "key": "${key}",
      "state": "free",
      "taken": 1,
      "left": 1,
      "freeAt": null,
      "meter": "executions",
      "shape": "fixed_window",
      "max": 2,
      "scale": null,
      "from": 1780315200000,
      "until": 1780315260000
    }
  ],
  "next": null
}
`);
  expect((await run('list', ...olga, '--json')).out).toBe(ran.out);
});

test('whoever is throttled is told until when', async () => {
  await used(3);
  const { exit, out, err } = await run('list', ...olga);
  expect([exit, err]).toEqual([0, '']);
  expect(out).toMatch(/^ {2}limit +counts +shape +taken +max +state +until +key\n/);
  expect(out).toMatch(
    /\n {2}views +executions +fixed_window +2 +2 +full until 2026-06-01T12:01:00\.000Z +2026-06-01T12:01:00\.000Z +[\w-]{43}\n$/,
  );
  expect(out).not.toMatch(/ann/);
});

test('amounts are printed at their scale, and what is full for good says so', async () => {
  const bill = (max: number) => ({
    limits: [
      { name: 'bill', meter: 'cost', scale: 2, key: 'tenant', shape: { kind: 'budget', max } },
    ] as const,
  });
  shell.configure(() => desk(bill(1_000)));
  await used(0, bill(1_000), 5);
  expect((await run('list', ...olga)).out).toMatch(
    /\n {2}bill +cost +budget +0\.05 +10\.00 +free +- +[\w-]{43}\n$/,
  );
  await used(0, bill(1_000), 1_229);
  expect((await run('list', ...olga)).out).toMatch(/ budget +12\.34 +10\.00 +full, for good +- /);
  shell.configure(() => desk({ limits: [] }));
  expect((await run('list', ...olga)).out).toMatch(/\n {2}bill +- +- +- +- +unregistered +- /);
});

test('pruning takes an operator and a reason, and deletes what is over', async () => {
  await used(1);
  clock.advance(60_000);
  for (const missing of [
    ['--tenant', 'shop', '--reason', 'old'],
    ['--as', 'olga', '--reason', 'old'],
    olga,
  ]) {
    const ran = await run('prune', ...missing);
    expect([ran.exit, ran.out]).toEqual([2, '']);
    expect(ran.err).toMatch(/^countersign: required option .* not specified\n$/);
  }
  expect((await run('list', ...olga)).out).toMatch(/ +0 +2 +over +/);
  expect(await run('prune', ...olga, '--reason', 'old')).toMatchObject({
    exit: 0,
    out: 'pruned: 1 counter\n',
    err: '',
  });
  const again = await run('prune', ...olga, '--reason', 'old', '--json');
  expect([again.exit, again.json()]).toEqual([
    0,
    { version: 'countersign.limits.v1', tenant: 'shop', kind: 'pruned', count: 0 },
  ]);
  expect((await run('list', ...olga)).out).toBe('Nothing is counted.\n');
});

test('a page follows the key before it', async () => {
  await used(1);
  const listed = (await run('list', ...olga, '--json')).json() as { meters: { key: string }[] };
  const { key } = listed.meters[0]!;
  const after = await run('list', ...olga, '--after', key);
  expect([after.exit, after.out]).toEqual([0, 'Nothing is counted.\n']);
  // As one in 64 does.
  const dashed = await run('list', ...olga, '--after', `-${'x'.repeat(42)}`);
  expect([dashed.exit, dashed.err]).toEqual([0, '']);
});

test.each([
  ['whom the directory does not know', ['--tenant', 'shop', '--as', 'eve'], 'operator_unauthorized'],
  ['of another tenant', ['--tenant', 'other', '--as', 'olga'], 'operator_unauthorized'],
])('an operator %s is refused every act, with 1', async (_title, who, reason) => {
  await used(1);
  for (const argv of [
    ['list', ...who],
    ['prune', ...who, '--reason', 'old'],
  ]) {
    const ran = await run(...argv, '--json');
    expect([ran.exit, ran.json()]).toMatchObject([1, { kind: 'refused', reason }]);
  }
});

test('where a second person is wanted, this command says where to ask for one', async () => {
  await used(1);
  shell.configure(() => desk({ secondPerson: ['limits.prune'] }));
  const ran = await run('prune', ...olga, '--reason', 'old');
  expect(ran.exit).toBe(1);
  expect(ran.out).toMatch(/^refused: second_person_needed\na second person .* the application/);
});

test.each([
  ['an operator that looks like an option', ['list', '--as', '--debug']],
  ['a tenant given twice', ['list', '--tenant', 'other']],
  ['an operator given twice', ['list', '--as', 'eve']],
  ['a reason that looks like an option', ['prune', '--reason', '--debug']],
  ['a reason that is blank', ['prune', '--reason', ' ']],
  ['a reason that is too long', ['prune', '--reason', 'x'.repeat(501)]],
  ['a reason given twice', ['prune', '--reason', 'old', '--reason', 'new']],
  ['a page that looks like an option', ['list', '--after', '--debug']],
  ['a page given twice', ['list', '--after', 'x'.repeat(43), '--after', 'y'.repeat(43)]],
  ['a page that is too long', ['list', '--after', 'x'.repeat(257)]],
  ['an argument too many', ['list', 'views']],
  ['an option of claims', ['prune', '--reason', 'old', '--force']],
  ['a command that does not exist', ['raise']],
])('%s is misuse, and ends with 2 [B-028]', async (_title, [command, ...rest]) => {
  await used(1);
  const ran = await run(command!, ...olga, ...rest);
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^countersign: .*\n$/);
});

test('without a database there is nothing to act on, and none is made', async () => {
  const ran = await run('list', ...olga, '--json');
  expect([ran.exit, ran.json()]).toMatchObject([1, { error: { code: 'database_absent' } }]);
  expect(existsSync(shell.path('app.db'))).toBe(false);
  shell.configure(() => desk({ store: sqlite(':memory:'), mode: 'development' }));
  const memory = await run('prune', ...olga, '--reason', 'old', '--json');
  expect([memory.exit, memory.json()]).toMatchObject([1, { error: { code: 'store_in_memory' } }]);
});

test.each(['list', 'prune'])('limits %s tells how it is used, with examples', async (name) => {
  const ran = await run(name, '--help');
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(/\nExamples:\n {2}countersign limits /);
  expect(ran.out).toContain('--as <operator>');
});

import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBoundary } from '../../boundary.ts';
import type { BoundaryOptions } from '../../options.ts';
import { sqlite } from '../../store/sqlite/index.ts';
import { fakeClock } from '../../testing/index.ts';
import { shop } from '../../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';

const start = Date.UTC(2026, 5, 1, 12);
let shell: Terminal;
beforeEach(() => {
  shell = terminal();
  shell.configure(() => desk());
});
afterEach(() => shell[Symbol.dispose]());

/** A shop on a clock of the test; olga is an operator of the installation, and otto one of the tenant. */
function desk(changed: Partial<BoundaryOptions> = {}): BoundaryOptions {
  return shop(shell.path('app.db'), {
    clock: fakeClock(start),
    directory: {
      principal: () => ({}),
      operator: ({ id, tenant }) => id === (tenant === '' ? 'olga' : 'otto'),
    },
    ...changed,
  });
}

/** Opens the application once, on a clock that is ahead. */
async function ranAhead(ms: number): Promise<void> {
  const boundary = await createBoundary(desk({ clock: fakeClock(start + ms) }));
  await boundary.close();
}

const reset = (...argv: readonly string[]) => shell.run(['clock', 'reset', ...argv]);
const olga = ['--as', 'olga', '--reason', 'dead battery'];

test('an operator of the installation sets recorded time back, and says so', async () => {
  await ranAhead(3_600_000);
  expect(await reset(...olga)).toMatchObject({
    exit: 0,
    out: 'set back: from 2026-06-01T13:00:00.000Z to 2026-06-01T12:00:00.000Z\nforgotten: 0 counters\n',
    err: '',
  });
});

test('what came of it is one JSON document, member for member', async () => {
  await ranAhead(3_600_000);
  expect(await reset(...olga, '--json')).toMatchObject({
    exit: 0,
    out: `{
  "version": "countersign.clock.v1",
  "tenant": "",
  "kind": "reset",
  "from": ${start + 3_600_000},
  "to": ${start},
  "counters": 0
}
`,
    err: '',
  });
});

test('the last time that is a date is set back as well', async () => {
  await ranAhead(0);
  const database = new Database(shell.path('app.db'));
  database.exec('UPDATE countersign_clock SET seen = 8640000000000000');
  database.close();
  expect(await reset(...olga)).toMatchObject({
    exit: 0,
    out: 'set back: from +275760-09-13T00:00:00.000Z to 2026-06-01T12:00:00.000Z\nforgotten: 0 counters\n',
  });
});

test.each(['otto', 'eve'])('%s, who is no operator of the installation, is refused with 1', async (id) => {
  await ranAhead(3_600_000);
  const ran = await reset('--as', id, '--reason', 'dead battery', '--json');
  expect([ran.exit, ran.json()]).toMatchObject([1, { kind: 'refused', reason: 'operator_unauthorized' }]);
  expect((await reset(...olga)).out).toContain('from 2026-06-01T13:00:00.000Z');
});

test('where a second person is wanted, this command says where to ask for one', async () => {
  await ranAhead(3_600_000);
  shell.configure(() => desk({ secondPerson: ['clock.reset'] }));
  const ran = await reset(...olga);
  expect(ran.exit).toBe(1);
  expect(ran.out).toMatch(/^refused: second_person_needed\na second person .* the application/);
});

test.each([
  ['no operator', ['--reason', 'dead battery']],
  ['no reason', ['--as', 'olga']],
  ['a tenant', [...olga, '--tenant', 'shop']],
  ['a reason that looks like an option', ['--as', 'olga', '--reason', '--debug']],
  ['a reason that is blank', ['--as', 'olga', '--reason', ' ']],
  ['an operator given twice', [...olga, '--as', 'eve']],
  ['an argument too many', [...olga, '2026-06-01']],
])('%s is misuse, and ends with 2 [B-028]', async (_title, argv) => {
  await ranAhead(3_600_000);
  const ran = await reset(...argv);
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^countersign: .*\n$/);
});

test('without a database there is no time to set back, and none is made', async () => {
  const ran = await reset(...olga, '--json');
  expect([ran.exit, ran.json()]).toMatchObject([1, { error: { code: 'database_absent' } }]);
  expect(existsSync(shell.path('app.db'))).toBe(false);
  shell.configure(() => desk({ store: sqlite(':memory:'), mode: 'development' }));
  const memory = await reset(...olga, '--json');
  expect([memory.exit, memory.json()]).toMatchObject([1, { error: { code: 'store_in_memory' } }]);
});

test('clock reset tells how it is used, what it forgets and that other processes end first', async () => {
  const ran = await reset('--help');
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(/\nExamples:\n {2}countersign clock reset /);
  expect(ran.out.replace(/\s+/g, ' ')).toMatch(/every tenant .* End the other processes .* first/);
  expect(ran.out).not.toContain('--tenant');
});

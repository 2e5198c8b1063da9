import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { printMigrations, sqlite } from '../../store/sqlite/index.ts';
import { shop } from '../../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';

let shell: Terminal;
beforeEach(() => {
  shell = terminal();
});
afterEach(() => shell[Symbol.dispose]());

test('--print prints the whole schema and makes no database [V-209]', async () => {
  shell.configure(() => shop(shell.path('app.db')));
  const ran = await shell.run(['migrate', '--print']);
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.out.trim()).toBe(printMigrations().trim());
  expect(existsSync(shell.path('app.db'))).toBe(false);
});

test('each step is applied once, and the second time found there [V-209]', async () => {
  shell.configure(() => shop(shell.path('app.db')));
  const steps = async () => {
    const ran = await shell.run(['migrate', '--json']);
    expect(ran.exit).toBe(0);
    return (ran.json() as { steps: readonly { was: string }[] }).steps.map(({ was }) => was);
  };
  const first = await steps();
  expect(first).toEqual(first.map(() => 'applied'));
  expect(await steps()).toEqual(first.map(() => 'there'));
  expect((await shell.run(['migrate'])).out).toContain('already there');
});

test('migrating needs no key and makes none', async () => {
  shell.configure(() => {
    const { key: _none, ...options } = shop(shell.path('app.db'));
    return options;
  });
  expect((await shell.run(['migrate'])).exit).toBe(0);
  expect(existsSync(shell.path('app.db.key'))).toBe(false);
});

test('there is nothing to migrate in memory', async () => {
  shell.configure(() => shop(shell.path('app.db'), { store: sqlite(':memory:'), mode: 'development' }));
  const ran = await shell.run(['migrate', '--json']);
  expect([ran.exit, ran.json()]).toEqual([
    1,
    { error: expect.objectContaining({ code: 'store_in_memory' }) },
  ]);
});

test('a file that is no database is left as it is, and one sentence says so', async () => {
  writeFileSync(shell.path('app.db'), 'not a database, but long enough to be looked at as one'.repeat(40));
  shell.configure(() => shop(shell.path('app.db')));
  const ran = await shell.run(['migrate']);
  expect([ran.exit, ran.out]).toEqual([1, '']);
  expect(ran.err).toMatch(/^countersign: cannot open \S+app\.db: it is no SQLite database[^\n]+\n$/);
});

test('options that a boundary would refuse are refused', async () => {
  shell.configure(() => ({ ...shop(shell.path('app.db')), tenacy: 'ambient' }));
  const ran = await shell.run(['migrate', '--json']);
  expect([ran.exit, ran.json()]).toEqual([
    1,
    { error: expect.objectContaining({ code: 'options_invalid' }) },
  ]);
  expect(existsSync(shell.path('app.db'))).toBe(false);
});

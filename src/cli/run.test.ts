import { afterEach, beforeEach, expect, test } from 'vitest';
import { shop, shopKey } from '../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../test/cli/terminal.ts';

let shell: Terminal;
beforeEach(() => {
  shell = terminal();
});
afterEach(() => shell[Symbol.dispose]());

const escape = '\u001b';

test.each([
  ['no command', []],
  ['an unknown command', ['destroy']],
  ['an unknown option', ['doctor', '--lenient']],
  ['a missing argument', ['why', '--tenant', 'shop', '--principal', 'ann', 'orders.view']],
  ['a missing option', ['why', '--tenant', 'shop', 'orders.view', '{}']],
  ['an option without its value', ['doctor', '--config']],
  ['too many arguments', ['init', 'a', 'b']],
])('%s is misuse: exit code 2, a sentence, nothing on standard output [D-035]', async (_what, argv) => {
  const ran = await shell.run(argv);
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/(^|\n)countersign: \S.*\n$/);
});

test.each([
  ['an unknown command', ['destroy', '--json']],
  ['an unknown option', ['doctor', '--lenient', '--json']],
  ['no command', ['--json']],
  ['a missing option', ['why', '--json', '--tenant', 'shop', 'orders.view', '{}']],
  ['too many arguments', ['init', 'a', 'b', '--json']],
])(
  'with --json %s is one document as well, and the sentence is on standard error [D-035]',
  async (_what, argv) => {
    const ran = await shell.run(argv);
    expect([ran.exit, ran.json()]).toEqual([2, { error: { code: 'misuse', message: expect.any(String) } }]);
    expect(ran.err).toMatch(/(^|\n)countersign: \S.*\n$/);
  },
);

test('what stands after -- asks for no JSON', async () => {
  const ran = await shell.run(['why', '--', 'orders.view', '--json']);
  expect([ran.exit, ran.out]).toEqual([2, '']);
});

test('help is a command too', async () => {
  const [all, one] = [await shell.run(['help']), await shell.run(['help', 'why'])];
  expect([all.exit, all.out]).toEqual([0, (await shell.run(['--help'])).out]);
  expect([one.exit, one.out]).toEqual([0, (await shell.run(['why', '--help'])).out]);
  expect((await shell.run(['help', 'destroy'])).exit).toBe(2);
});

test.each(['init', 'doctor', 'migrate', 'why'])(
  '%s explains itself with an example and runs nothing',
  async (name) => {
    const ran = await shell.run([name, '--help'], { load: () => Promise.reject(new Error('evaluated')) });
    expect([ran.exit, ran.err]).toEqual([0, '']);
    expect(ran.out).toMatch(/Examples:\n {2}countersign/);
  },
);

test.each(['doctor', 'migrate', 'why'])('%s says that it executes the configuration', async (name) => {
  expect((await shell.run([name, '--help'])).out).toMatch(/is code, and this command executes it/);
});

test('the version is printed', async () => {
  expect((await shell.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('with --json a failure is one document with a code, and a sentence on standard error [D-035]', async () => {
  const ran = await shell.run(['doctor', '--json']);
  expect(ran.exit).toBe(1);
  expect(ran.json()).toEqual({ error: { code: 'config_absent', message: expect.any(String) } });
  expect(ran.err).toMatch(/^countersign: there is no countersign\.config/);
});

test('what the application threw is shown with --debug and not without', async () => {
  const load = () => Promise.reject(new Error('postgres://admin:hunter2@db'));
  shell.configure(() => shop(shell.path('app.db')));
  const quiet = await shell.run(['doctor', '--json'], { load });
  expect([quiet.exit, quiet.json()]).toEqual([
    1,
    { error: { code: 'config_damaged', message: expect.any(String) } },
  ]);
  expect(quiet.err + quiet.out).not.toContain('hunter2');
  expect(quiet.err.trimEnd()).not.toContain('\n');
  expect((await shell.run(['doctor', '--debug'], { load })).err).toContain('hunter2');
});

test('colour is for terminals, and NO_COLOR turns it off', async () => {
  shell.configure(() => shop(shell.path('app.db')));
  expect((await shell.run(['doctor'], { terminal: true })).out).toContain(escape);
  expect((await shell.run(['doctor'], { terminal: true, env: { NO_COLOR: '1' } })).out).not.toContain(escape);
  expect((await shell.run(['doctor'], { terminal: false })).out).not.toContain(escape);
  expect((await shell.run(['doctor', '--json'], { terminal: true })).out).not.toContain(escape);
});

test('no command prints the key', async () => {
  shell.configure(() => shop(shell.path('app.db')));
  const why = ['why', '--tenant', 'shop', '--principal', 'ann', 'orders.view', '{"orderId":"1"}'];
  for (const argv of [['doctor'], ['doctor', '--json'], ['migrate'], why]) {
    const ran = await shell.run([argv[0]!, '--debug', ...argv.slice(1)]);
    expect([ran.exit, ran.out + ran.err]).toEqual([0, expect.not.stringContaining(shopKey)]);
  }
});

test('a misuse that repeats hostile text repeats it visibly', async () => {
  expect((await shell.run([`--${escape}[2J\u202e`])).err).toContain('\\u{1b}[2J\\u{202e}');
});

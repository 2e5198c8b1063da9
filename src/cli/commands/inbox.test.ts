import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkIn, serving } from '../../../test/inbox/serving.ts';
import { formOf } from '../../../test/inbox/visitor.ts';
import { askingShop, askToCancel } from '../../../test/inbox/asking-shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';

let shell: Terminal;
beforeEach(() => {
  shell = terminal();
  shell.configure(() => askingShop(shell.path('app.db')));
});
afterEach(() => shell[Symbol.dispose]());

const rita = ['--tenant', 'shop', '--as', 'rita'];

/** Signs in over HTTP, as a browser would. */
async function signIn(link: URL): Promise<{ readonly origin: string; readonly cookie: string }> {
  const { origin } = link;
  const page = await (await fetch(link)).text();
  const body = new URLSearchParams(formOf(page, '/sign-in'));
  const response = await fetch(`${origin}/sign-in`, {
    method: 'POST',
    body,
    headers: { origin },
    redirect: 'manual',
  });
  return { origin, cookie: response.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
}

test('the link that is printed leads to what waits, and an answer on its page counts', async () => {
  const asked = await askToCancel(shell.path('app.db'));
  expect(asked.kind).toBe('pending');
  const { ran } = await serving(shell, rita, async (printed) => {
    expect(printed).toMatch(
      /^Sign in, once and within five minutes: http:\/\/127\.0\.0\.1:\d+\/sign-in\?code=[\w-]{43}\nWhoever does answers as rita for shop\. Ctrl-C ends it\.\n$/,
    );
    const { origin, cookie } = await signIn(linkIn(printed));
    const headers = { origin, cookie };
    const list = await (await fetch(origin, { headers })).text();
    const path = /href="(\/approvals\/[^"]+)"/.exec(list)![1]!;
    const page = await (await fetch(origin + path, { headers })).text();
    const body = new URLSearchParams(formOf(page, `${path}/approve`));
    const answer = await fetch(`${origin}${path}/approve`, { method: 'POST', body, headers });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Approved.')]);
  });
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect((await askToCancel(shell.path('app.db'))).kind).toBe('executed');
});

test('once it is ended nothing answers any more, whoever is connected', async () => {
  await askToCancel(shell.path('app.db'));
  let origin = '';
  await serving(shell, rita, async (printed) => {
    ({ origin } = await signIn(linkIn(printed)));
    expect((await fetch(origin)).status).toBe(401);
  });
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

test('it is reached under both loopback addresses and their names alone', async () => {
  await askToCancel(shell.path('app.db'));
  await serving(shell, rita, async (printed) => {
    const { port } = linkIn(printed);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(401);
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(421);
  });
});

test('as JSON it prints one document, when it is reached', async () => {
  await askToCancel(shell.path('app.db'));
  const { used } = await serving(
    shell,
    [...rita, '--json'],
    async (printed) => JSON.parse(printed) as unknown,
  );
  expect(used).toEqual({
    version: 'countersign.inbox.v1',
    tenant: 'shop',
    kind: 'serving',
    address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    signIn: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\?code=[\w-]{43}$/),
    signInUntil: expect.any(Number),
  });
});

test('a port that is taken is said so, and the database is left closed', async () => {
  await askToCancel(shell.path('app.db'));
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const ran = await shell.run(['inbox', ...rita, '--port', String(port)]);
  expect([ran.exit, ran.out]).toEqual([1, '']);
  expect(ran.err).toBe(
    `countersign: port ${port} of this machine cannot be had (EADDRINUSE): name another one, or none\n`,
  );
  other.close();
  const { used } = await serving(shell, [...rita, '--port', '0'], async (printed) => linkIn(printed).port);
  expect(Number(used)).toBeGreaterThan(0);
});

test('what keeps a page from being made is told on standard error, by its code alone', async () => {
  await askToCancel(shell.path('app.db'));
  const database = new Database(shell.path('app.db'));
  database.exec('UPDATE countersign_approval SET quorum = 2');
  database.close();
  const { ran, used } = await serving(shell, rita, async (printed) => {
    const { origin, cookie } = await signIn(linkIn(printed));
    return (await fetch(origin, { headers: { cookie } })).status;
  });
  expect([used, ran.exit]).toEqual([500, 0]);
  expect(ran.err).toBe('countersign: a page could not be made (state_tampered)\n');
});

test.each([
  ['a port that is none', ['--port', '70000']],
  ['a port that is no number', ['--port', 'http']],
  ['a port given twice', ['--port', '1', '--port', '2']],
  ['an approver that looks like an option', ['--as', '--debug']],
  ['an argument', ['everything']],
])('%s is misuse, and ends with 2', async (_what, argv) => {
  const ran = await shell.run(['inbox', ...rita, ...argv]);
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^countersign: .*\n$/);
});

test('without a database there is nothing to answer, and none is made', async () => {
  const ran = await shell.run(['inbox', ...rita, '--json']);
  expect([ran.exit, ran.json()]).toMatchObject([1, { error: { code: 'database_absent' } }]);
});

test('inbox tells how it is used, with examples', async () => {
  const ran = await shell.run(['inbox', '--help']);
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(/\nExamples:\n {2}countersign inbox --tenant shop --as rita\n/);
});

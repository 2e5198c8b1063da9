import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBoundary } from '../../boundary.ts';
import { onOrder, shop, shopKey } from '../../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';
import type { Io } from '../io.ts';

let shell: Terminal;
beforeEach(() => {
  shell = terminal();
  shell.configure(() => shop(shell.path('app.db')));
});
afterEach(() => shell[Symbol.dispose]());

const ann = ['--tenant', 'shop', '--principal', 'ann'];
const why = (rest: readonly string[], io?: Partial<Io>) => shell.run(['why', '--json', ...ann, ...rest], io);

test('a call that would be permitted ends with 0, and leaves no evidence, no operation held and nothing run [D-026]', async () => {
  const ran = await why(['orders.cancel', '{"orderId":"1"}']);
  expect([ran.exit, ran.json()]).toMatchObject([
    0,
    { decision: 'permit', reason: null, capability: 'orders.cancel' },
  ]);
  const text = await shell.run(['why', ...ann, 'orders.cancel', '{"orderId":"1"}']);
  expect(text.out).toMatch(/✓ {2}authorization +gate/);
  expect(text.out).toMatch(/\nwould be permitted\nThere is no database yet: .*\n$/);
  const boundary = await createBoundary(shop(shell.path('app.db')));
  for await (const record of boundary.evidence('shop')) expect(record).toBeUndefined();
  const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c' });
  expect(await session.call('orders.cancel', { orderId: '1' })).toMatchObject({ kind: 'executed' });
  await boundary.close();
});

test.each([
  ['unknown_capability', ['orders.burn', '{}']],
  ['argument_schema', ['orders.view', '{"orderId":1}']],
  ['argument_schema', ['orders.view', '{"orderId":"1","orderId":"2"}']],
  ['argument_schema', ['orders.view', '{"orderId":']],
  ['target_not_found', ['orders.view', '{"orderId":"9"}']],
])('a refusal ends with 1 and its reason: %s', async (reason, rest) => {
  const ran = await why(rest);
  expect([ran.exit, ran.json()]).toMatchObject([1, { decision: 'deny', reason }]);
});

test('what the application threw is shown with --debug alone, in every form', async () => {
  const principal = () => {
    throw new Error('hunter2');
  };
  shell.configure(() => shop(shell.path('app.db'), { directory: { principal } }));
  const refused = { decision: 'deny', reason: 'authorization_error' };
  const without = await why(['orders.view', '{"orderId":"1"}']);
  expect([without.exit, without.json(), without.err]).toMatchObject([1, refused, '']);
  const text = await shell.run(['why', ...ann, 'orders.view', '{"orderId":"1"}']);
  expect(text.out).toMatch(/\nwould be denied: authorization_error\n {2}cause +--debug shows it\n/);
  const debug = await shell.run(['why', '--json', '--debug', ...ann, 'orders.view', '{"orderId":"1"}']);
  expect([debug.exit, debug.json()]).toMatchObject([1, refused]);
  expect(debug.err).toMatch(/^Error: hunter2\n/);
  expect(`${without.out}${text.out}${text.err}${debug.out}`).not.toContain('hunter2');
});

test('a refusal shows the gate, the pointer and what was expected', async () => {
  const ran = await shell.run(['why', ...ann, 'orders.view', '{"orderId":1}']);
  expect(ran.out).toMatch(
    /✗ {2}validate +step\nwould be denied: argument_schema\n {2}pointer +\/orderId\n {2}expected +string\nThere is no database yet: .*\n$/,
  );
});

test('a refusal of the arguments as a whole says so', async () => {
  const ran = await shell.run(['why', ...ann, 'orders.view', '[]']);
  expect(ran.out).toMatch(/\n {2}pointer +\(the arguments as a whole\)\n {2}expected +\S/);
});

test('options that stand last are told where they belong', async () => {
  const ran = await shell.run(['why', 'orders.view', '{}', ...ann]);
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/required option '--tenant <id>' not specified: options come before CAPABILITY\n$/);
});

test('identity is what the options say', async () => {
  const ran = await shell.run([
    'why',
    '--tenant',
    'shop',
    '--principal',
    'bob',
    'orders.view',
    '{"orderId":"1"}',
  ]);
  expect([ran.exit, ran.out]).toEqual([1, expect.stringContaining('would be denied: unauthorized')]);
  const named = '--conversation c --subject s --agent desk --grant a --grant b --assurance mfa'.split(' ');
  const full = await why([...named, 'orders.view', '{"orderId":"1"}']);
  expect(full.json()).toMatchObject({
    context: { conversation: 'c', subject: 's', agent: 'desk', grant: ['a', 'b'], assurance: 'mfa' },
  });
});

test('arguments come from standard input where they are a dash', async () => {
  const stdin = (bytes: Uint8Array) => ({ stdin: [bytes] as unknown as Io['stdin'] });
  const text = new TextEncoder().encode('{"orderId":"1"}');
  expect((await why(['orders.view', '-'], stdin(text))).exit).toBe(0);
  expect((await why(['orders.view', '-'], stdin(Uint8Array.of(0xff)))).exit).toBe(2);
  expect((await why(['orders.view', '-'], stdin(new Uint8Array(11 << 20)))).exit).toBe(2);
});

test('a call id that has an answer is known, and ends with 0', async () => {
  const boundary = await createBoundary(shop(shell.path('app.db')));
  const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c' });
  await session.call('orders.view', { orderId: '1' }, { callId: 'call-1' });
  await boundary.close();
  const known = ['--conversation', 'c', '--call', 'call-1', 'orders.view', '{"orderId":"1"}'];
  const ran = await why(known);
  expect([ran.exit, ran.json()]).toMatchObject([0, { decision: 'known' }]);
  const { out } = await shell.run(['why', ...ann, ...known]);
  expect(out).toMatch(/\n {2}• {2}known-call +\w+\nknown: /);
  expect(out).not.toContain('✗');
});

test('text that looks like an option is never one, whether as name or as arguments [B-028]', async () => {
  let evaluated: string | null = null;
  const load = (file: string) => {
    evaluated = file;
    return Promise.resolve({ default: shop(shell.path('app.db')) });
  };
  const hostile = `--config=${shell.path('evil.mjs')}`;
  for (const rest of [
    ['orders.view', hostile],
    ['--', hostile, '{}'],
    ['--', hostile, hostile],
  ]) {
    expect((await why(rest, { load })).exit).toBe(1);
    expect(evaluated).toBe(shell.path('countersign.config.mjs'));
  }
  expect((await why(['orders.view', '{}', hostile], { load })).exit).toBe(2);
  expect((await why(['orders.view', '--debug'])).json()).toMatchObject({ reason: 'argument_schema' });
});

test.each([
  '--tenant',
  '--principal',
  '--conversation',
  '--subject',
  '--agent',
  '--grant',
  '--call',
  '--config',
])('%s takes no value that begins with a dash [B-028]', async (option) => {
  const ran = await why([option, '--approve-all', 'orders.view', '{}']);
  expect([ran.exit, ran.json()]).toEqual([2, { error: { code: 'misuse', message: expect.any(String) } }]);
  expect(ran.err).toMatch(/^countersign: option .* must not begin with a dash\.\n$/);
});

test('an id that is none is misuse', async () => {
  const ran = await shell.run(['why', '--tenant', ' ', '--principal', 'ann', 'orders.view', '{}']);
  expect([ran.exit, ran.out]).toEqual([2, '']);
});

test('names, ids and details from outside are shown visibly', async () => {
  const hostile = 'orders\u001b[2J\u202e';
  const ran = await shell.run(['why', '--tenant', 'shop', '--principal', 'a\u200bnn', hostile, '{}']);
  expect(ran.out).toContain('orders\\u{1b}[2J\\u{202e} as a\\u{200b}nn of shop');
});

test('a boundary that would not start is one sentence', async () => {
  shell.configure(() =>
    shop(shell.path('app.db'), { capabilities: [onOrder('a', 'read'), onOrder('a', 'read')] }),
  );
  const ran = await why(['a', '{}']);
  expect([ran.exit, ran.json()]).toEqual([
    1,
    { error: expect.objectContaining({ code: 'registration_refused' }) },
  ]);
  expect(ran.err.trimEnd()).not.toContain('\n');
});

test('a key that is not the one of the database is said, with the command that tells where it comes from', async () => {
  await (await createBoundary(shop(shell.path('app.db')))).close();
  shell.configure(() => shop(shell.path('app.db'), { key: 'b'.repeat(64) }));
  const ran = await why(['orders.view', '{"orderId":"1"}']);
  expect([ran.exit, ran.json()]).toMatchObject([1, { error: { code: 'key_mismatch' } }]);
  expect(ran.err).toMatch(/start with the former \("countersign doctor" shows where it comes from\)\n$/);
});

test('a loader that fails decides nothing, and what it threw is not shown', async () => {
  const failing = shop(shell.path('app.db'), {
    directory: { principal: () => Promise.reject(new Error('hunter2')) },
  });
  shell.configure(() => failing);
  const ran = await why(['orders.view', '{"orderId":"1"}']);
  expect(ran.exit).toBe(1);
  expect(ran.out + ran.err).not.toContain('hunter2');
});

test('a key in the environment may end in a line break, for why as for the application', async () => {
  await (await createBoundary(shop(shell.path('app.db')))).close();
  shell.configure(() => {
    const { key: _none, ...keyless } = shop(shell.path('app.db'));
    return keyless;
  });
  const ran = await why(['orders.view', '{"orderId":"1"}'], { env: { COUNTERSIGN_KEY: `${shopKey}\n` } });
  expect([ran.exit, ran.err]).toEqual([0, '']);
});

test('an ambient tenancy is that of the options', async () => {
  shell.configure(() => shop(shell.path('app.db'), { tenancy: 'ambient' }));
  expect((await why(['orders.view', '{"orderId":"1"}'])).exit).toBe(0);
});

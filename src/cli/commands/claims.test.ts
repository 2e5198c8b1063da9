import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBoundary } from '../../boundary.ts';
import type { BoundaryOptions } from '../../options.ts';
import { sqlite } from '../../store/sqlite/index.ts';
import { countingIds } from '../../testing/ids.ts';
import { onOrder, shop } from '../../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';

let shell: Terminal;
beforeEach(() => {
  shell = terminal();
  shell.configure(() => desk());
});
afterEach(() => shell[Symbol.dispose]());

const lost = () => {
  throw new Error('connection lost');
};

/** A shop whose cancellations end nobody knows how, and that knows one operator. */
function desk(changed: Partial<BoundaryOptions> = {}): BoundaryOptions {
  return shop(shell.path('app.db'), {
    capabilities: [onOrder('orders.view', 'read'), onOrder('orders.cancel', 'write', lost)],
    directory: { principal: () => ({}), operator: ({ id, tenant }) => id === 'olga' && tenant === 'shop' },
    ...changed,
  });
}

async function unknownEnd(): Promise<string> {
  const boundary = await createBoundary(desk({ ids: countingIds('x') }));
  const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c' });
  const outcome = await session.call('orders.cancel', { orderId: '1' }, { callId: 'call-1' });
  await boundary.close();
  return outcome.kind === 'indeterminate' ? outcome.executionId : expect.unreachable(outcome.kind);
}

const olga = ['--tenant', 'shop', '--as', 'olga'];
const claims = (...argv: readonly string[]) => shell.run(['claims', ...argv]);

test('claims whose end is not known are listed without their content [V-102]', async () => {
  const id = await unknownEnd();
  const ran = await claims('list', ...olga, '--json');
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.json()).toMatchObject({
    version: 'countersign.claims.v1',
    tenant: 'shop',
    kind: 'listed',
    claims: [{ executionId: id, capability: 'orders.cancel', state: 'indeterminate' }],
    next: null,
  });
  // Scripts read these by name, and people compare whole documents.
  expect(ran.out.match(/^ *"\w+"(?=:)/gm)).toEqual([
    ...['  "version"', '  "tenant"', '  "kind"', '  "claims"'],
    ...['      "executionId"', '      "capability"', '      "state"', '      "since"', '      "deadline"'],
    ...['      "revision"', '      "owner"', '      "conversation"', '  "next"'],
  ]);
  expect((await claims('list', ...olga, '--json')).out).toBe(ran.out);
  const { out } = await claims('list', ...olga);
  expect(out).toMatch(/^ {2}execution +capability +state +since +deadline\n/);
  expect(out).toMatch(new RegExp(`\n {2}${id} +orders\\.cancel +indeterminate +20..-.*Z +20..-.*Z\n$`));
  expect(`${ran.out}${out}`).not.toMatch(/orderId|ann|call-1/);
  expect((await claims('list', ...olga, '--after', id)).out).toMatch(/^There is no claim/);
});

test('one claim is shown, its people as fingerprints', async () => {
  const id = await unknownEnd();
  const ran = await claims('show', ...olga, id);
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(/ {2}state +indeterminate\n/);
  expect(ran.out).toMatch(/ {2}owner +[\w-]{43}\n/);
  expect((await claims('show', ...olga, id, '--json')).json()).toMatchObject({
    kind: 'shown',
    claim: { revision: 2 },
  });
});

test('releasing a claim takes an operator and a reason, and force where it may be running [V-102]', async () => {
  const id = await unknownEnd();
  for (const missing of [
    ['--tenant', 'shop', '--reason', 'seen'],
    ['--as', 'olga', '--reason', 'seen'],
    olga,
  ]) {
    const ran = await claims('resolve', ...missing, id, 'retryable');
    expect([ran.exit, ran.out]).toEqual([2, '']);
    expect(ran.err).toMatch(/^countersign: required option .* not specified\n$/);
  }
  const ran = await claims('resolve', ...olga, id, 'retryable', '--reason', 'never arrived');
  expect([ran.exit, ran.out]).toEqual([
    0,
    `resolved as retryable: orders.cancel ${id} (was indeterminate)\n`,
  ]);
  const again = await claims('resolve', ...olga, id, 'completed', '--reason', 'seen', '--json');
  expect([again.exit, again.json()]).toMatchObject([1, { kind: 'refused', reason: 'not_unresolved' }]);
});

test('one that is running is refused, and with force released [V-102]', async () => {
  let end = () => {};
  let begun = () => {};
  const started = new Promise<void>((go) => (begun = go));
  const running = () => {
    begun();
    return new Promise<void>((go) => (end = go));
  };
  const boundary = await createBoundary(
    desk({ capabilities: [onOrder('orders.view', 'read'), onOrder('orders.cancel', 'write', running)] }),
  );
  const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c' });
  const ended = expect(session.call('orders.cancel', { orderId: '1' })).rejects.toMatchObject({
    name: 'SettlementFailed',
    effect: 'happened',
  });
  await started;
  const listed = await claims('list', ...olga, '--json');
  const [claim] = (listed.json() as { claims: { executionId: string; state: string }[] }).claims;
  expect(claim).toMatchObject({ state: 'claimed' });
  const resolve = ['resolve', ...olga, claim!.executionId, 'completed', '--reason', 'the process is gone'];
  const refused = await claims(...resolve);
  expect([refused.exit, refused.err]).toEqual([1, '']);
  expect(refused.out).toMatch(/^refused: still_active\nits executor .*--force/);
  expect((await claims(...resolve, '--force')).out).toContain('(was claimed, and may still be running)');
  end();
  await ended;
  await boundary.close();
});

test.each([
  ['whom the directory does not know', ['--tenant', 'shop', '--as', 'eve'], 'operator_unauthorized'],
  ['of another tenant', ['--tenant', 'other', '--as', 'olga'], 'operator_unauthorized'],
])('an operator %s is refused every act, with 1', async (_title, who, reason) => {
  const id = await unknownEnd();
  for (const argv of [
    ['list', ...who],
    ['show', ...who, id],
    ['resolve', ...who, id, 'completed', '--reason', 'seen'],
  ]) {
    const ran = await claims(...argv, '--json');
    expect([ran.exit, ran.json()]).toMatchObject([1, { kind: 'refused', reason }]);
  }
});

test('where a second person is wanted, this command says where to ask for one', async () => {
  const id = await unknownEnd();
  shell.configure(() => desk({ secondPerson: ['claims.retryable'] }));
  const ran = await claims('resolve', ...olga, id, 'retryable', '--reason', 'never arrived');
  expect(ran.exit).toBe(1);
  expect(ran.out).toMatch(/^refused: second_person_needed\na second person .* the application/);
});

test.each(['--tenant', '--as', '--config'])('%s given twice is misuse: neither wins', async (name) => {
  await unknownEnd();
  const more = name === '--config' ? [name, 'countersign.config.mjs'] : [];
  const ran = await claims('list', ...olga, ...more, name, 'other');
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^countersign: option '.*' argument 'other' is invalid\. It is given twice\.\n$/);
});

test.each([
  ['an id that looks like an option', ['show', '--', '-e1']],
  ['an id that is an option that does not exist', ['show', '--all']],
  ['an operator that looks like an option', ['list', '--as', '--debug']],
  ['a tenant that looks like an option', ['list', '--tenant', '--debug']],
  ['a reason that looks like an option', ['resolve', 'e', 'completed', '--reason', '--force']],
  ['a page that looks like an option', ['list', '--after', '-e1']],
  ['an end that is none', ['resolve', 'e', 'failed', '--reason', 'seen']],
  ['a tenant that is blank', ['list', '--tenant', ' ']],
  ['a reason that is blank', ['resolve', 'e', 'completed', '--reason', ' ']],
  ['a reason that is too long', ['resolve', 'e', 'completed', '--reason', 'x'.repeat(501)]],
  ['an id that is too long', ['show', 'x'.repeat(257)]],
  ['a command that does not exist', ['delete']],
])('%s is misuse, and ends with 2 [B-028]', async (_title, [command, ...rest]) => {
  await unknownEnd();
  const ran = await claims(command!, ...olga, ...rest);
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^countersign: .*\n$/);
});

test('without a command it is misuse, and the commands are listed', async () => {
  const ran = await claims();
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/\n {2}resolve .*\n(.*\n)*countersign: name one of the commands\n$/);
});

test('without a database there is nothing to act on, and none is made', async () => {
  const ran = await claims('list', ...olga, '--json');
  expect([ran.exit, ran.json()]).toMatchObject([1, { error: { code: 'database_absent' } }]);
  expect(existsSync(shell.path('app.db'))).toBe(false);
  shell.configure(() => desk({ store: sqlite(':memory:'), mode: 'development' }));
  const memory = await claims('list', ...olga, '--json');
  expect([memory.exit, memory.json()]).toMatchObject([1, { error: { code: 'store_in_memory' } }]);
});

test.each(['list', 'show', 'resolve'])('claims %s tells how it is used, with examples', async (name) => {
  const ran = await claims(name, '--help');
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(/\nExamples:\n {2}countersign claims /);
  expect(ran.out).toContain('--as <operator>');
});

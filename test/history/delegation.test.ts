/* What a session hands on to another agent is never more than it has. */
import { expect, test } from 'vitest';
import {
  type Capability,
  capability,
  createBoundary,
  type Directory,
  jsonSchema,
  type Rights,
} from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';
import { evidenceOf } from '../desk.ts';
import { ended, openShop } from './shop.ts';

const agents = {
  triage: { capabilities: ['orders.view', 'orders.note', 'orders.transfer'] },
  desk: { capabilities: ['orders.note', 'orders.tip', 'orders.transfer'] },
  clerk: { capabilities: ['orders.view', 'orders.note', 'orders.tip'] },
};
const misuse = expect.objectContaining({ name: 'BoundaryError', code: 'context_invalid' }) as Error;

async function opened(directory?: Directory) {
  const shop = await openShop({ agents, ...(directory === undefined ? {} : { directory }) });
  const triage = shop.sessionOf('ann', 'c-1', { agent: 'triage' });
  const all = ['orders.view', 'orders.note', 'orders.tip', 'orders.transfer'];
  return { ...shop, triage, all };
}

test('a delegate may do what is listed, and both agents may reach [D-066]', async () => {
  const { triage, all, shop } = await opened();
  const desk = triage.delegate({ agent: 'desk', capabilities: all });
  expect(desk.context).toMatchObject({ agent: 'desk', principal: 'ann', conversation: 'c-1' });
  expect(ended(await desk.call('orders.note', {}))).toBe('executed');
  // The first is out of the delegate's reach, the second of its delegator's.
  expect(ended(await desk.call('orders.view', { orderId: 'o-1' }))).toBe('unknown_capability');
  expect(ended(await desk.call('orders.tip', {}))).toBe('unknown_capability');
  const narrow = triage.delegate({ agent: 'desk', capabilities: ['orders.transfer'] });
  expect(ended(await narrow.call('orders.note', {}))).toBe('unknown_capability');
  expect(ended(await triage.delegate({ agent: 'desk', capabilities: [] }).call('orders.note', {}))).toBe(
    'unknown_capability',
  );
  expect(shop.effects).toEqual(['orders.note undefined']);
});

test('what is not delegated and what there is not get the same answer [D-066, S-050]', async () => {
  const { triage } = await opened();
  const desk = triage.delegate({ agent: 'desk', capabilities: ['orders.note'] });
  const answers = await Promise.all(
    ['orders.tip', 'orders.nothing'].map((name: string) => desk.call(name, {}, { callId: 'c' })),
  );
  expect(answers[0]).toEqual(answers[1]);
});

test('what is not delegated is not answered from what was done before either [D-066, S-050]', async () => {
  const note = (who: Awaited<ReturnType<typeof opened>>['triage'], callId: string) =>
    who.call('orders.note', {}, { callId });
  const { triage } = await opened();
  expect(ended(await note(triage, 'a'))).toBe('executed');
  const desk = triage.delegate({ agent: 'desk', capabilities: ['orders.transfer'] });
  const names = ['orders.note', 'orders.nothing'];
  const answers = await Promise.all(names.map((name: string) => desk.call(name, {}, { callId: 'a' })));
  expect(answers[0]).toEqual(answers[1]);
  expect(ended(await note(triage, 'a'))).toBe('replayed');
});

test('a delegate of a delegate has what all of them have [D-066]', async () => {
  const { triage, all } = await opened();
  const desk = triage.delegate({ agent: 'desk', capabilities: ['orders.note', 'orders.tip'] });
  const clerk = desk.delegate({ agent: 'clerk', capabilities: all });
  expect(ended(await clerk.call('orders.note', {}))).toBe('executed');
  for (const [name, input] of [
    ['orders.view', { orderId: 'o-1' }],
    ['orders.tip', {}],
    ['orders.transfer', { orderId: 'o-1' }],
  ] as const)
    expect(ended(await clerk.call(name, input))).toBe('unknown_capability');
  // Coming back to the first agent gives nothing back.
  const again = clerk.delegate({ agent: 'triage', capabilities: all });
  expect(ended(await again.call('orders.view', { orderId: 'o-1' }))).toBe('unknown_capability');
  expect(ended(await again.call('orders.note', {}))).toBe('executed');
});

test('an agent that the application does not declare reaches nothing where agents are declared [D-066]', async () => {
  const { triage, all } = await opened();
  const stranger = triage.delegate({ agent: 'stranger', capabilities: all });
  expect(ended(await stranger.call('orders.note', {}))).toBe('unknown_capability');
});

test('a session without an agent delegates nothing where agents are declared [D-066, S-051]', async () => {
  const { session, all } = await opened();
  const desk = session.delegate({ agent: 'desk', capabilities: all });
  expect(ended(await desk.call('orders.note', {}))).toBe('agent_required');
});

test('where no agents are declared the list alone narrows [D-066]', async () => {
  const { session } = await openShop();
  const desk = session.delegate({ agent: 'desk', capabilities: ['orders.note'] });
  expect(ended(await desk.call('orders.note', {}))).toBe('executed');
  expect(ended(await desk.call('orders.tip', {}))).toBe('unknown_capability');
});

test.for<[what: string, delegation: unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['no agent', { capabilities: [] }],
  ['null for an agent', { agent: null, capabilities: [] }],
  ['a padded agent', { agent: ' desk', capabilities: [] }],
  ['no list', { agent: 'desk' }],
  ['a text for a list', { agent: 'desk', capabilities: 'orders.note' }],
  ['a name that there is not', { agent: 'desk', capabilities: ['orders.note', 'orders.notes'] }],
  ['a pattern', { agent: 'desk', capabilities: ['orders.*'] }],
  ['what is no name', { agent: 'desk', capabilities: [7] }],
  ['a member that does not exist', { agent: 'desk', capabilities: [], principal: 'bob' }],
])('%s is no delegation', async ([, delegation]) => {
  const { triage } = await opened();
  expect(() => Reflect.apply(triage.delegate, triage, [delegation]) as unknown).toThrow(misuse);
});

test('a list that is changed later changes nothing [D-066]', async () => {
  const { triage } = await opened();
  const capabilities = ['orders.note'];
  const desk = triage.delegate({ agent: 'desk', capabilities });
  capabilities.push('orders.transfer');
  expect(ended(await desk.call('orders.transfer', { orderId: 'o-1' }))).toBe('unknown_capability');
});

test('an agent that may not act any more has nobody act for it, and what took it over nobody either [D-066]', async () => {
  const disabled = new Set<string>();
  const asked: (string | null)[] = [];
  const { triage, all } = await opened({
    principal: () => ({}),
    agent: ({ agent }) => {
      asked.push(agent);
      return !disabled.has(agent ?? '');
    },
  });
  const clerk = triage
    .delegate({ agent: 'desk', capabilities: all })
    .delegate({ agent: 'clerk', capabilities: all });
  const note = async () => ended(await clerk.call('orders.note', {}));
  expect(await note()).toBe('executed');
  expect(new Set(asked)).toEqual(new Set(['triage', 'desk', 'clerk']));
  for (const agent of ['triage', 'desk', 'clerk']) {
    disabled.add(agent);
    expect(await note()).toBe('unauthorized');
    disabled.delete(agent);
  }
  expect(await note()).toBe('executed');
});

test('a directory that fails for anybody before it is a fault for a delegate [D-066, S-077]', async () => {
  const { triage, all } = await opened({
    principal: () => ({}),
    agent: ({ agent }) => {
      if (agent === 'triage') throw new Error('no line');
      return true;
    },
  });
  const desk = triage.delegate({ agent: 'desk', capabilities: all });
  expect(ended(await desk.call('orders.note', {}))).toBe('authorization_error');
});

test('rights that are taken away between check and effect are gone for a delegate as well [D-066]', async () => {
  let rights: Rights | null = {};
  const { triage, all, shop } = await opened({
    principal: ({ agent }) => (agent === 'triage' ? rights : {}),
  });
  const desk = triage.delegate({ agent: 'desk', capabilities: all });
  shop.onJudge = () => {
    rights = null;
  };
  expect(ended(await desk.call('orders.note', {}))).toBe('unauthorized');
  expect(shop.effects).toEqual([]);
});

/** A boundary with one capability that takes a grant and a level, and rights by agent. */
async function withRights(rights: Readonly<Record<string, Rights>>) {
  const pay = capability({
    name: 'pay',
    effect: 'write',
    ask: 'never',
    input: jsonSchema<object>({ type: 'object', properties: {} }),
    requires: { grant: 'pay', assurance: 'mfa' },
    authorize: () => true,
    execute: () => 'paid',
  });
  const boundary = await createBoundary<readonly Capability[]>({
    capabilities: [pay],
    assurance: ['password', 'mfa'],
    store: sqlite(':memory:'),
    mode: 'development',
    key: 'ab'.repeat(32),
    clock: fakeClock(),
    say: () => {},
    directory: { principal: ({ agent }) => rights[agent ?? ''] ?? {} },
  });
  const session = (more: object = {}) =>
    boundary.session({
      tenant: 'acme',
      principal: 'ann',
      conversation: 'c-1',
      agent: 'triage',
      grant: 'pay',
      assurance: 'mfa',
      ...more,
    });
  const pays = async (from = session()) =>
    ended(await from.delegate({ agent: 'desk', capabilities: ['pay'] }).call('pay', {}));
  return { session, pays };
}

test('grants and assurance of a session are those of its delegates [D-066]', async () => {
  const { session, pays } = await withRights({});
  expect(await pays()).toBe('executed');
  expect(await pays(session({ grant: undefined }))).toBe('unauthorized');
  expect(await pays(session({ assurance: 'password' }))).toBe('assurance_too_low');
});

test.for<[rights: Readonly<Record<string, Rights>>, expected: string]>([
  [{ triage: { grant: [] } }, 'unauthorized'],
  [{ triage: { grant: ['other'] }, desk: { grant: ['pay'] } }, 'unauthorized'],
  [{ triage: { grant: ['pay'] }, desk: { grant: ['other'] } }, 'unauthorized'],
  [{ triage: { assurance: 'password' } }, 'assurance_too_low'],
  [{ triage: { assurance: 'password' }, desk: { assurance: 'mfa' } }, 'assurance_too_low'],
  [{ triage: { assurance: 'mfa' }, desk: { assurance: 'password' } }, 'assurance_too_low'],
  [{ triage: { assurance: 'unheard of' }, desk: { assurance: 'mfa' } }, 'assurance_too_low'],
  [{ triage: { grant: ['pay', 'x'], assurance: 'mfa' }, desk: { grant: ['y', 'pay'] } }, 'executed'],
])(
  'a delegate has no right that its delegator lacks by now: %j is %s [D-066]',
  async ([rights, expected]) => {
    const { pays } = await withRights(rights);
    expect(await pays()).toBe(expected);
  },
);

test('what a delegate is asked for is its own action: the agent before it cannot use the answer [D-066]', async () => {
  const { boundary, triage, agree, shop } = await opened();
  const desk = triage.delegate({ agent: 'desk', capabilities: ['orders.transfer'] });
  const transfer = (who: typeof desk, callId: string) =>
    who.call('orders.transfer', { orderId: 'o-1' }, { callId });
  const pending = await transfer(desk, 't');
  if (pending.kind !== 'pending') throw new Error('not pending');
  const { approvals } = boundary.approver({ tenant: 'acme', id: 'ann' });
  expect(await approvals.show(pending.approvalId)).toMatchObject({
    approval: { principal: 'ann', agent: 'desk' },
  });
  await agree(pending);
  expect(ended(await transfer(triage, 't2'))).toBe('pending');
  expect(shop.effects).toEqual([]);
  expect(ended(await transfer(desk, 't'))).toBe('executed');
});

test('what a delegate was answered runs nothing once its delegator may not act [D-066]', async () => {
  const disabled = new Set<string>();
  const { triage, agree, shop } = await opened({
    principal: () => ({}),
    agent: ({ agent }) => !disabled.has(agent ?? ''),
  });
  const desk = triage.delegate({ agent: 'desk', capabilities: ['orders.transfer'] });
  const transfer = () => desk.call('orders.transfer', { orderId: 'o-1' }, { callId: 't' });
  await agree(await transfer());
  disabled.add('triage');
  expect(ended(await transfer())).toBe('unauthorized');
  disabled.clear();
  expect(ended(await transfer())).toBe('executed');
  expect(shop.effects).toHaveLength(1);
});

test('history flows both ways: steps and what was seen are those of one conversation [D-066, S-061, S-081]', async () => {
  const { session, agree } = await openShop();
  const desk = session.delegate({ agent: 'desk', capabilities: ['orders.view', 'orders.tip'] });
  await desk.call('orders.view', { orderId: 'o-1' });
  expect(ended(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('executed');
  for (const one of [desk, session, desk]) await one.call('orders.tip', {});
  expect(ended(await session.call('orders.tip', {}))).toBe('order_rule: at most 3');
  const transfer = () => session.call('orders.transfer', { orderId: 'o-1' }, { callId: 't' });
  await agree(await transfer());
  await desk.saw('content', { source: 'page', channel: 'web' });
  expect(ended(await transfer())).toBe('pending');
});

test('a delegate of a guest is a guest, no longer than its delegator [D-066, D-065]', async () => {
  const { session, guestOf } = await openShop();
  await session.share('bob');
  const desk = guestOf('bob').delegate({ agent: 'desk', capabilities: ['orders.note'] });
  expect(ended(await desk.call('orders.note', {}))).toBe('executed');
  await session.unshare('bob');
  expect(ended(await desk.call('orders.note', {}))).toBe('binding_mismatch');
});

test('a delegate lets nobody else take part [D-066, D-065]', async () => {
  const { session } = await openShop();
  const desk = session.delegate({ agent: 'desk', capabilities: ['orders.note'] });
  expect(() => desk.share('bob')).toThrow(misuse);
  expect(() => desk.unshare('bob')).toThrow(misuse);
});

test('the record names the agent that acted [D-066]', async () => {
  const { boundary, triage } = await opened();
  await triage.delegate({ agent: 'desk', capabilities: ['orders.note'] }).call('orders.note', {});
  const records = (await evidenceOf(boundary)).filter(({ type }) => type === 'call.executed');
  expect(records.map(({ body }) => body['agent'])).toEqual(['desk']);
});

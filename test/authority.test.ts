/*
 * Who may do what, from the call down: policy that cannot be evaluated, rights that are lost, grants that are compared.
 */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import {
  capability,
  type Capability,
  deny,
  type Directory,
  jsonSchema,
  permit,
  throttle,
} from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { evidenceOf, openDesk, reasonOf } from './desk.ts';

const nothing = jsonSchema<Record<never, never>>({ type: 'object', properties: {} });

/** One write that needs no target, with whatever else it declares. */
function act(name: string, more: object = {}): { readonly declared: Capability; readonly ran: string[] } {
  const ran: string[] = [];
  const declared = capability({
    name,
    effect: 'write',
    ask: 'never',
    input: nothing,
    authorize: () => permit(),
    execute: () => {
      ran.push(name);
      return null;
    },
    ...more,
  });
  return { declared: declared as Capability, ran };
}

test('a policy that reads what is not there refuses as a fault with its own reason [B-073]', async () => {
  const { boundary, session, desk } = await openDesk();
  desk.authorize = (order) => !(order as unknown as { rules: { blocked: boolean } }).rules.blocked;
  expect(reasonOf(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('authorization_error');
  expect(await evidenceOf(boundary)).toMatchObject([{ type: 'call.refused', body: { fault: true } }]);
  expect(desk.effects).toEqual([]);
});

test('a throttled attempt writes no claim, and the same call runs once the wait is over [V-099]', async () => {
  const database = new Database(':memory:');
  const { boundary, session, desk } = await openDesk({ store: sqlite(database) });
  const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  desk.authorize = () => throttle(1_500);
  expect(await call()).toMatchObject({ kind: 'throttled', reason: 'limit_exceeded', retryAfter: 1_500 });
  expect(await session.check('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).toMatchObject({
    decision: 'throttle',
    reason: 'limit_exceeded',
  });
  expect(await evidenceOf(boundary)).toMatchObject([
    { type: 'call.refused', body: { reason: 'limit_exceeded', gate: 'authorization', fault: false } },
  ]);
  expect(database.prepare('SELECT * FROM countersign_call').all()).toEqual([]);
  expect(database.prepare('SELECT * FROM countersign_conversation').all()).toEqual([]);
  desk.authorize = () => true;
  expect((await call()).kind).toBe('executed');
  expect(desk.effects).toHaveLength(1);
});

test('a rule that denies in one case permits nothing in the others [B-074]', async () => {
  const { session, desk } = await openDesk();
  const environment: string = 'development';
  desk.authorize = () => (environment === 'production' ? deny('production') : undefined);
  expect((await session.call('orders.cancel', { orderId: 'o-1' })).kind).toBe('denied');
  expect(desk.effects).toEqual([]);
});

test('no requirement, an empty one and an empty list of grants are one requirement [B-076]', async () => {
  const spellings = [
    act('a.one'),
    act('a.two', { requires: {} }),
    act('a.three', { requires: { grant: [] } }),
  ];
  const { session } = await openDesk({ capabilities: spellings.map(({ declared }) => declared) });
  for (const name of ['a.one', 'a.two', 'a.three'])
    expect((await session.call(name, {})).kind).toBe('executed');
});

test('with nothing registered nothing starts, and where nothing matches nothing is permitted [B-077, V-137]', async () => {
  await expect(openDesk({ capabilities: [] })).rejects.toMatchObject({ code: 'registration_refused' });
  const { session } = await openDesk();
  for (const name of ['orders.burn', '*', '']) {
    expect(reasonOf(await session.call(name, {}))).toBe('unknown_capability');
    expect(await session.check(name, {})).toMatchObject({ decision: 'deny', reason: 'unknown_capability' });
  }
});

test('a capability that was declared and not registered is unknown [V-135]', async () => {
  const inert = act('orders.purge');
  const { session } = await openDesk();
  expect(reasonOf(await session.call('orders.purge', {}))).toBe('unknown_capability');
  expect(inert.ran).toEqual([]);
});

test('from the moment a right is revoked no call is permitted, and every decision names its catalogue [B-089, V-149]', async () => {
  const cancel = act('orders.audit', { requires: { grant: 'audit' } });
  const rights = { grant: ['audit'] };
  const directory: Directory = { principal: () => rights };
  const { boundary } = await openDesk({ capabilities: [cancel.declared], directory });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1', grant: 'audit' });
  const kinds: string[] = [];
  for (let sample = 0; sample < 60; sample += 1) {
    if (sample === 30) rights.grant = [];
    kinds.push((await session.call('orders.audit', {})).kind);
  }
  expect(kinds.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'executed'));
  expect(kinds.slice(30)).toEqual(Array.from({ length: 30 }, () => 'denied'));
  expect(cancel.ran).toHaveLength(30);
  const records = await evidenceOf(boundary);
  expect(records.filter(({ type }) => type === 'call.admitted')).toHaveLength(30);
  for (const { body } of records) expect(body['catalogue']).toBe(boundary.catalogue.version);
});

test('a right, an agent or a record that goes away during the check is noticed before the effect [B-109]', async () => {
  const reasons: string[] = [];
  for (const lose of ['right', 'agent', 'record']) {
    let agentMayAct = true;
    const { boundary, desk } = await openDesk({
      agents: { desk: { capabilities: ['orders.cancel'] } },
      directory: { principal: () => ({}), agent: () => agentMayAct },
    });
    desk.onLoad = (count) => {
      if (count !== 2) return;
      if (lose === 'right') desk.authorize = () => deny('role_lost');
      if (lose === 'agent') agentMayAct = false;
      if (lose === 'record') desk.orders.get('o-1')!.tenant = 'other';
    };
    const session = boundary.session({
      tenant: 'acme',
      principal: 'ann',
      conversation: 'c-1',
      agent: 'desk',
    });
    const outcome = await session.call('orders.cancel', { orderId: 'o-1' });
    reasons.push(outcome.kind === 'denied' ? `${outcome.reason} ${outcome.policy ?? '-'}` : outcome.kind);
    expect(desk.effects).toEqual([]);
  }
  expect(reasons).toEqual(['unauthorized role_lost', 'unauthorized -', 'target_gone -']);
});

test('a grant counts where the session has it and the directory still lists it [D-024]', async () => {
  const cases = [
    [['write'], undefined, 'executed'],
    [['write'], ['write'], 'executed'],
    [['write'], [], 'unauthorized'],
    [[], ['write'], 'unauthorized'],
    [undefined, undefined, 'unauthorized'],
  ] as const;
  for (const [held, current, expected] of cases) {
    const write = act('a.write', { requires: { grant: 'write' } });
    const { boundary } = await openDesk({
      capabilities: [write.declared],
      directory: { principal: () => (current === undefined ? {} : { grant: current }) },
    });
    const session = boundary.session({
      tenant: 'acme',
      principal: 'ann',
      conversation: 'c-1',
      ...(held === undefined ? {} : { grant: held }),
    });
    const outcome = await session.call('a.write', {});
    expect(outcome.kind === 'denied' ? outcome.reason : outcome.kind).toBe(expected);
    expect(write.ran).toHaveLength(expected === 'executed' ? 1 : 0);
  }
});

test('of two assurance levels the weaker counts, and none is the weakest [D-024]', async () => {
  const cases = [
    ['mfa', undefined, 'executed'],
    ['hardware', 'mfa', 'executed'],
    ['mfa', 'password', 'assurance_too_low'],
    ['password', 'hardware', 'assurance_too_low'],
    [undefined, 'hardware', 'assurance_too_low'],
    ['MFA', undefined, 'assurance_too_low'],
  ] as const;
  for (const [session, current, expected] of cases) {
    const strong = act('a.strong', { requires: { assurance: 'mfa' } });
    const { boundary } = await openDesk({
      capabilities: [strong.declared],
      directory: { principal: () => (current === undefined ? {} : { assurance: current }) },
    });
    const handle = boundary.session({
      tenant: 'acme',
      principal: 'ann',
      conversation: 'c-1',
      ...(session === undefined ? {} : { assurance: session }),
    });
    const outcome = await handle.call('a.strong', {});
    expect(outcome.kind === 'denied' ? outcome.reason : outcome.kind).toBe(expected);
  }
});

test('a grant that contains, begins or spells another one is not that one [B-086]', async () => {
  const write = act('a.write', { requires: { grant: 'orders.write' } });
  const { boundary } = await openDesk({ capabilities: [write.declared] });
  for (const grant of [
    'orders.writer',
    'orders.writ',
    'all orders.write now',
    'ORDERS.WRITE',
    'orders.*',
    '*',
  ]) {
    const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1', grant });
    expect(reasonOf(await session.call('a.write', {}))).toBe('unauthorized');
  }
  expect(write.ran).toEqual([]);
});

test('an agent’s reach is a list of names: a pattern is refused at registration [B-085]', async () => {
  for (const pattern of ['orders.*', '*', 'orders.', '**']) {
    await expect(openDesk({ agents: { desk: { capabilities: [pattern] } } })).rejects.toMatchObject({
      code: 'registration_refused',
    });
  }
});

test('a target that begins like a permitted one is another one [B-095]', async () => {
  const { session, desk } = await openDesk();
  desk.orders.set('o-10', { id: 'o-10', tenant: 'acme', customer: 'bob', version: 1, status: 'open' });
  for (const [orderId, reason] of [
    ['o-10', 'unauthorized'],
    ['o-1/../o-2', 'target_not_found'],
    ['o-1%2e', 'target_not_found'],
    ['O-1', 'target_not_found'],
  ]) {
    expect(reasonOf(await session.call('orders.cancel', { orderId }))).toBe(reason);
  }
  desk.onLoad = (count) => {
    if (count % 2 === 0) desk.orders.set('o-1', { ...desk.orders.get('o-1')!, id: 'o-10' });
  };
  desk.authorize = () => true;
  expect(['target_changed', 'target_gone']).toContain(
    reasonOf(await session.call('orders.cancel', { orderId: 'o-1' })),
  );
  expect(desk.effects).toEqual([]);
});

test('what a directory threw is there for who looks ahead, and is not printed', async () => {
  const cause = new Error('the directory is down');
  const { session } = await openDesk({ directory: { principal: () => Promise.reject(cause) } });
  for (const foreseen of [
    await session.check('orders.cancel', { orderId: 'o-1' }),
    await session.preflight('orders.cancel', { orderId: 'o-1' }),
  ]) {
    expect(foreseen).toMatchObject({ decision: 'deny', reason: 'authorization_error' });
    expect(foreseen.cause).toBe(cause);
    expect(Object.isFrozen(foreseen)).toBe(true);
    expect(JSON.stringify(foreseen)).not.toContain('down');
  }
});

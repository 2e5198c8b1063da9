import { expect, test } from 'vitest';
import { Action, type Limit } from '../../src/index.ts';
import { openCounter, pendingOf } from './counter.ts';

const budget = (max: number) => ({ kind: 'budget', max }) as const;

test('what filled up while a person was asked stops the call that they agreed to', async () => {
  const limit: Limit = { name: 'tokens', meter: 'tokens', key: 'conversation', shape: budget(100) };
  const { cancel, as, session, counter } = await openCounter({ limits: [limit] });
  const { id, seen } = pendingOf(await cancel());
  expect(await as('ann').approve(id, seen)).toMatchObject({ status: 'approved' });
  await session.spent({ tokens: 100 });
  expect(await cancel()).toMatchObject({ kind: 'throttled', limit: 'tokens' });
  expect(counter.effects).toEqual([]);
});

test('a call that waits for a person was proposed once, however often it is sent', async () => {
  const limit: Limit = { name: 'asks', meter: 'proposals', key: 'conversation', shape: budget(1) };
  const { cancel, as, counter } = await openCounter({ limits: [limit] });
  const { id, seen } = pendingOf(await cancel());
  for (let n = 0; n < 3; n += 1) expect((await cancel()).kind).toBe('pending');
  await as('ann').approve(id, seen);
  expect((await cancel()).kind).toBe('executed');
  expect((await cancel('o-2')).kind).toBe('throttled');
  expect(counter.effects).toHaveLength(1);
});

test('asking ahead of the call counts as proposing it, once: nobody is asked past a limit on proposals', async () => {
  const limit: Limit = { name: 'asks', meter: 'proposals', key: 'conversation', shape: budget(2) };
  const { session, cancel, as, counter } = await openCounter({ limits: [limit] });
  const ahead = async (orderId: string, callId = `cancel ${orderId}`) =>
    session.preflight('orders.cancel', { orderId }, { callId });
  const first = await ahead('o-1');
  expect(first).toMatchObject({ decision: 'confirm', asked: { kind: 'pending' } });
  for (let n = 0; n < 3; n += 1) expect(await ahead('o-1')).toMatchObject({ asked: first.asked });
  expect((await cancel()).kind).toBe('pending');
  expect(await ahead('o-1', 'another id')).toMatchObject({ asked: { kind: 'pending' } });
  expect(await ahead('o-2')).toMatchObject({ decision: 'throttle', detail: 'asks', asked: null });
  expect(await cancel('o-2')).toMatchObject({ kind: 'throttled', limit: 'asks' });
  const { id, seen } = pendingOf(await cancel());
  await as('ann').approve(id, seen);
  expect((await cancel()).kind).toBe('executed');
  expect(await as('ann').list()).toMatchObject({ approvals: [] });
  expect(counter.effects).toHaveLength(1);
});

test('of many asks ahead at once as many reach people as there is room for', async () => {
  const limit: Limit = { name: 'asks', meter: 'proposals', key: 'conversation', shape: budget(2) };
  const { session, as } = await openCounter({ limits: [limit] });
  const orders = ['o-1', 'o-2', 'o-3'];
  const asked = await Promise.all(
    orders.map((orderId) => session.preflight('orders.cancel', { orderId }, { callId: orderId })),
  );
  expect(asked.filter((one) => one.asked?.kind === 'pending')).toHaveLength(2);
  expect(await as('ann').list()).toMatchObject({ approvals: [{}, {}] });
});

test('fifty asks much alike, ahead of the call or not, in whichever conversation, reach people twenty times [B-064]', async () => {
  const { boundary, clock } = await openCounter();
  const ask = async (n: number) => {
    const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: `c-${n % 10}` });
    const args = { orderId: 'o-1', amount: n };
    if (n % 2 === 0) return (await session.call('orders.refund', args)).kind;
    return (await session.preflight('orders.refund', args)).asked?.kind;
  };
  const fifty = async () => {
    const kinds = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n)));
    return kinds.filter((kind) => kind === 'pending').length;
  };
  expect(await fifty()).toBe(20);
  // Those that wait are found again, and no other is added.
  expect(await fifty()).toBe(20);
  const other = boundary.session({ tenant: 'other', principal: 'ann', conversation: 'c-1' });
  expect((await other.call('orders.refund', { orderId: 'o-1', amount: 1 })).kind).toBe('pending');
  const action = Action.fromModelProposal({
    actionId: 'kb.search',
    tenantId: 'acme',
    principalId: 'ann',
    proposal: { resource: 'kb', effect: 'read', target: 'hr', args: {} },
    grant: 'kb',
    assurance: 'mfa',
  });
  const gateway = () => boundary.gateway.request(action, { conversation: 'another' });
  expect(await gateway()).toMatchObject({ kind: 'throttled', limit: 'approvals.asks' });
  clock.advance(3_600_000);
  expect((await gateway()).kind).toBe('requested');
});

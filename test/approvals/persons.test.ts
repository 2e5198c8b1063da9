/* Who is who: persons are compared, not accounts. */
import { expect, test } from 'vitest';
import { evidenceOf } from '../desk.ts';
import { openCounter, pendingOf, shownIn } from './counter.ts';

test('who asks cannot review it, under another account either [B-047]', async () => {
  const { as, refund } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  const refused = { kind: 'refused', reason: 'own_action' };
  for (const account of ['ann', 'ann-admin']) {
    expect(await as(account).approve(id, seen)).toEqual(refused);
    expect(await as(account).reject(id, seen)).toEqual(refused);
    expect(await as(account).renew(id, seen)).toEqual(refused);
    // It is theirs to see, and to take back.
    expect(shownIn(await as(account).show(id)).votes).toEqual([]);
  }
});

test('whom it is about, and who owns the agent, cannot review it [B-047]', async () => {
  const { boundary, as, counter } = await openCounter();
  const session = boundary.session({
    tenant: 'acme',
    principal: 'ann',
    conversation: 'c-1',
    subject: 'sue',
    agent: 'agent-7',
  });
  const { id, seen } = pendingOf(await session.call('orders.refund', { orderId: 'o-1', amount: 5 }));
  for (const account of ['sue', 'olaf'])
    expect([await as(account).approve(id, seen), await as(account).show(id)]).toEqual([
      { kind: 'refused', reason: 'own_action' },
      { kind: 'refused', reason: 'own_action' },
    ]);
  expect(shownIn(await as('rita').show(id))).toMatchObject({ subject: 'sue', agent: 'agent-7' });
  counter.persons.set('agent-7', null);
  expect(await as('olaf').approve(id, seen)).toMatchObject({ kind: 'answered' });
});

test('an account behind which nobody stands agrees to nothing [B-047]', async () => {
  const { boundary, as, refund, counter } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  const refused = { kind: 'refused', reason: 'approver_unauthorized' };
  expect(await as('robot').approve(id, seen)).toEqual(refused);
  expect(await as('robot').reject(id, seen)).toEqual(refused);
  expect(await as('robot').lift(id, { reason: 'please' })).toMatchObject({ kind: 'refused' });
  counter.offices.delete('robot');
  expect(await as('robot').approve(id, seen)).toEqual({ kind: 'refused', reason: 'unknown_approval' });
  // Nobody stands behind who asks, either: that makes them no one's equals, and nobody's own.
  counter.orders.get('o-2')!.customer = 'importer';
  const imported = boundary.session({ tenant: 'acme', principal: 'importer', conversation: 'c-9' });
  const asked = pendingOf(await imported.call('orders.refund', { orderId: 'o-2', amount: 5 }));
  expect(await as('importer').show(asked.id)).toEqual({ kind: 'refused', reason: 'unknown_approval' });
  expect(await as('importer').list()).toMatchObject({ approvals: [] });
});

test('a name that looks like a person makes nobody that person', async () => {
  const { boundary, as, counter } = await openCounter();
  counter.persons.set('person:eve', null);
  counter.orders.get('o-1')!.customer = 'person:eve';
  const session = boundary.session({ tenant: 'acme', principal: 'person:eve', conversation: 'c-1' });
  const { id } = pendingOf(await session.call('orders.refund', { orderId: 'o-1', amount: 5 }));
  expect(await as('eve').show(id)).toEqual({ kind: 'refused', reason: 'unknown_approval' });
});

test('a person counts once, under however many accounts', async () => {
  const { as, refund } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  expect(await as('rita').approve(id, seen)).toMatchObject({ votes: 1, status: 'pending' });
  const refused = { kind: 'refused', reason: 'already_voted' };
  expect(await as('rita').approve(id, seen)).toEqual(refused);
  expect(await as('rita-admin').approve(id, seen)).toEqual(refused);
  expect(shownIn(await as('ron').show(id)).votes).toMatchObject([{ approver: 'rita' }]);
  expect(await as('ron').approve(id, seen)).toMatchObject({ votes: 2, status: 'approved' });
});

test('evidence tells accounts and persons apart, and names neither', async () => {
  const { boundary, as, refund } = await openCounter();
  for (const [amount, account] of [
    [1, 'rita'],
    [2, 'rita-admin'],
    [3, 'ron'],
  ] as const) {
    const { id, seen } = pendingOf(await refund(amount));
    await as(account).approve(id, seen);
  }
  const records = (await evidenceOf(boundary)).filter(({ type }) => type === 'approval.voted');
  const distinct = (member: string) => new Set(records.map(({ body }) => body[member])).size;
  expect([records.length, distinct('approver'), distinct('person')]).toEqual([3, 3, 2]);
  expect(JSON.stringify(records)).not.toMatch(/rita|ron/);
});

test('a confirmation is the same person’s, under another account too, and nobody else’s [B-059]', async () => {
  const { as, cancel, counter } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  expect(await as('rita').approve(id, seen)).toEqual({ kind: 'refused', reason: 'approver_unauthorized' });
  expect(await as('ann-admin').approve(id, seen)).toMatchObject({ status: 'approved' });
  expect(await cancel()).toMatchObject({ kind: 'executed', permit: 'confirmed' });
  expect(counter.effects).toHaveLength(1);
});

test('without a directory accounts are persons, and only what is one’s own is seen', async () => {
  const { boundary, as, refund, cancel } = await openCounter({ directory: { principal: () => ({}) } });
  const own = pendingOf(await cancel());
  const { id, seen } = pendingOf(await refund());
  expect(await as('ann').list()).toMatchObject({ approvals: [{ approvalId: own.id }] });
  expect(await as('rita').list()).toMatchObject({ approvals: [] });
  expect(await as('ann').approve(id, seen)).toEqual({ kind: 'refused', reason: 'own_action' });
  expect(await as('rita').approve(id, seen)).toMatchObject({ votes: 1 });
  // Who agreed may know of it from then on.
  await as('uma').reject(id, seen);
  expect(await as('rita').show(id)).toEqual({ kind: 'refused', reason: 'not_pending' });
  expect(await as('ron').show(id)).toEqual({ kind: 'refused', reason: 'unknown_approval' });
  await boundary.close();
});

test('nothing that a session has answers, closes or lifts what it asked for [B-046]', async () => {
  const { session, as, refund } = await openCounter();
  const { id } = pendingOf(await refund());
  const reachable = Object.keys(session);
  expect(reachable.filter((name) => /approv|reject|revoke|lift|renew|cancel|resolve/.test(name))).toEqual([]);
  for (const name of ['approvals.approve', 'approvals.reject', 'approvals.revoke', 'cancel'])
    expect(await session.call(name, { approvalId: id, approver: 'rita' })).toMatchObject({
      kind: 'denied',
      reason: 'unknown_capability',
    });
  expect(shownIn(await as('rita').show(id)).status).toBe('pending');
});

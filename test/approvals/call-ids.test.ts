/* Which call an answer is for: ids of calls are data that a host, or whoever speaks for it, may get wrong. */
import { expect, test } from 'vitest';
import { EffectNotPerformed } from '../../src/index.ts';
import { evidenceOf, reasonOf } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

test('calls that waited together and moved on apart have execution ids of their own', async () => {
  const { as, cancel, counter, clock } = await openCounter();
  const first = pendingOf(await cancel('o-1', 'x'));
  expect(pendingOf(await cancel('o-1', 'y')).executionId).toBe(first.executionId);
  await as('ann').approve(first.id, first.seen);
  expect(await cancel('o-1', 'x')).toMatchObject({ kind: 'executed', executionId: first.executionId });
  // Something else ended last: what the call waited with was used all the same.
  clock.advance(1);
  const other = pendingOf(await cancel('o-1', 'z'));
  await as('ann').revoke(other.id, { reason: 'one is enough' });
  const second = pendingOf(await cancel('o-1', 'y'));
  expect([first.executionId, other.executionId]).not.toContain(second.executionId);
  await as('ann').approve(second.id, second.seen);
  expect(await cancel('o-1', 'y')).toMatchObject({ kind: 'executed', executionId: second.executionId });
  expect(counter.effects).toEqual([`cancel o-1 ${first.executionId}`, `cancel o-1 ${second.executionId}`]);
});

test('the same where the target is another one by the time they move on', async () => {
  const { as, cancel, counter } = await openCounter();
  const first = pendingOf(await cancel('o-1', 'x'));
  await cancel('o-1', 'y');
  await as('ann').approve(first.id, first.seen);
  await cancel('o-1', 'x');
  counter.orders.get('o-1')!.version = 2;
  const second = pendingOf(await cancel('o-1', 'y'));
  expect(second.executionId).not.toBe(first.executionId);
  await as('ann').approve(second.id, second.seen);
  expect((await cancel('o-1', 'y')).kind).toBe('executed');
});

test('what a call waits with stays its own while nothing has run, however often it is asked about', async () => {
  const { as, cancel, clock, counter } = await openCounter();
  const first = pendingOf(await cancel());
  await as('ann').revoke(first.id, { reason: 'not yet' });
  expect(pendingOf(await cancel()).executionId).toBe(first.executionId);
  clock.advance(900_000);
  counter.orders.get('o-1')!.version = 2;
  expect(pendingOf(await cancel()).executionId).toBe(first.executionId);
});

test('an answer that was given back is used by another call under the same execution id, once', async () => {
  const { as, cancel, counter } = await openCounter();
  const { id, seen, executionId } = pendingOf(await cancel('o-1', 'x'));
  await cancel('o-1', 'y');
  await as('ann').approve(id, seen);
  const push = counter.effects.push.bind(counter.effects);
  counter.effects.push = () => {
    throw new EffectNotPerformed();
  };
  expect((await cancel('o-1', 'x')).kind).toBe('failed');
  counter.effects.push = push;
  expect(await cancel('o-1', 'y')).toMatchObject({ kind: 'executed', executionId });
  expect((await cancel('o-1', 'x')).kind).toBe('failed');
  expect(counter.effects).toHaveLength(1);
});

test('an id that waits is that call’s: other arguments, another capability, or another person’s use of it are not', async () => {
  const { boundary, session, as, counter } = await openCounter();
  const call = (args: object, name = 'orders.refund') => session.call(name, args, { callId: 'call-1' });
  const { id, seen } = pendingOf(await call({ orderId: 'o-1', amount: 5 }));
  for (const one of ['rita', 'ron']) await as(one).approve(id, seen);
  expect(reasonOf(await call({ orderId: 'o-1', amount: 6 }))).toBe('call_id_reused');
  expect(reasonOf(await call({ orderId: 'o-1' }, 'orders.cancel'))).toBe('call_id_reused');
  expect(
    await session.preflight('orders.refund', { orderId: 'o-1', amount: 6 }, { callId: 'call-1' }),
  ).toMatchObject({ decision: 'deny', reason: 'call_id_reused', asked: null });
  // The same words of another principal, conversation, tenant, agent or subject are another action.
  counter.authorize = () => true;
  const own = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
  for (const change of [
    { principal: 'bob' },
    { conversation: 'c-2' },
    { tenant: 'other' },
    { agent: 'agent-7' },
    { subject: 'sue' },
  ]) {
    const other = boundary.session({ ...own, ...change });
    const args = { orderId: 'o-1', amount: 5 };
    const told = await other.preflight('orders.refund', args, { callId: 'call-1' });
    const answer = told.asked ?? told;
    expect(JSON.stringify(answer)).not.toContain(id);
    expect(answer).toMatchObject('kind' in answer ? { kind: 'pending' } : { reason: 'call_id_reused' });
  }
  expect(counter.effects).toEqual([]);
  // Members in another order are the same words.
  expect((await call({ amount: 5, orderId: 'o-1' })).kind).toBe('executed');
  expect(JSON.stringify(await evidenceOf(boundary))).not.toMatch(/o-1|rita|ann\b/);
});

test('an approval of one action is none for another that is the same but for a character nobody sees [B-052]', async () => {
  const { session, as, counter } = await openCounter();
  const note = (text: string, callId: string) =>
    session.call('orders.cancel', { orderId: 'o-1', note: text }, { callId });
  const { id, seen } = pendingOf(await note('late', 'a'));
  await as('ann').approve(id, seen);
  for (const [n, text] of ['la\u200bte', 'lаte', 'late\u202e', 'late ', 'LATE', 'late\u{e0061}'].entries())
    expect(await note(text, `b-${n}`)).toMatchObject({ kind: n < 5 ? 'pending' : 'throttled' });
  expect(counter.effects).toEqual([]);
  expect((await note('late', 'c')).kind).toBe('executed');
});

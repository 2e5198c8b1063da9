/* What is told, kept and printed when something breaks on the way of an approval; and what closing leaves of it. */
import { expect, test } from 'vitest';
import { bentStore } from '../bent-store.ts';
import { evidenceOf, held, turns } from '../desk.ts';
import { directoryOf, newCounter, openCounter, pendingOf } from './counter.ts';

const secret = 'hunter2';

test('what breaks repeats nothing of what was asked, neither to who asks nor in what is kept or printed [D-007]', async () => {
  const { store, database } = bentStore();
  const said: string[] = [];
  const counter = newCounter();
  const { boundary, session, as } = await openCounter(
    { store, say: (sentence) => void said.push(sentence), directory: directoryOf(counter) },
    counter,
  );
  const call = () => session.call('orders.cancel', { orderId: 'o-1', note: secret }, { callId: secret });
  const { id, seen } = pendingOf(await call());
  const told: unknown[] = [];
  const breaking = async (work: () => Promise<unknown>) => {
    const answer: unknown = await work().catch((error: unknown) => error);
    told.push(answer, answer instanceof Error ? [answer.message, JSON.stringify(answer)] : null);
  };
  counter.onLoad = () => {
    throw new Error(`no order for ${secret}`);
  };
  await breaking(call);
  await breaking(() => as('ann').approve(id, seen));
  counter.onLoad = () => {};
  counter.approvers = () => {
    throw new Error(secret);
  };
  const review = pendingOf(await session.call('orders.refund', { orderId: 'o-1', amount: 1 }));
  await breaking(() => as('rita').approve(review.id, review.seen));
  await breaking(() => as('rita').approve(id, { digest: secret }));
  await breaking(() => as(secret).show(id));
  await breaking(() => session.call(secret, { note: secret }));
  await boundary.close();
  expect(told.map((one) => JSON.stringify(one)).join()).not.toContain(secret);
  expect(said.join()).not.toContain(secret);
  const tables = ['approval', 'call', 'evidence', 'meter'].map((table) =>
    database.prepare(`SELECT * FROM countersign_${table}`).all(),
  );
  expect(JSON.stringify(tables)).not.toMatch(/hunter2|o-1|"ann"|rita/);
});

test('closing waits for an answer that is on its way, and takes none after it [D-030]', async () => {
  const gate = held();
  const { boundary, cancel, refund, as, counter } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  const other = pendingOf(await refund());
  const before = (await evidenceOf(boundary)).length;
  counter.onLoad = async () => void (await gate.promise);
  const answer = as('ann').approve(id, seen);
  const late = as('rita');
  await turns();
  let closed = false;
  const closing = boundary.close().then(() => (closed = true));
  await turns();
  expect(closed).toBe(false);
  await expect(late.approve(other.id, other.seen)).rejects.toMatchObject({ code: 'boundary_closed' });
  expect(() => as('ron')).toThrow(/closed/);
  gate.resolve(undefined);
  expect(await answer).toMatchObject({ kind: 'answered', status: 'approved' });
  await closing;
  expect(before).toBe(2);
});

test('a rejection holds however the same is brought up again: ahead of a call, in another order, elsewhere [B-034]', async () => {
  const { boundary, session, as, refund, counter } = await openCounter();
  const { id, seen } = pendingOf(await refund(7));
  await as('rita').reject(id, seen);
  const args = { amount: 7, orderId: 'o-1' };
  const sessions = [
    session,
    ...[{ conversation: 'c-2' }, { agent: 'agent-7' }, { subject: 'sue' }].map((change) =>
      boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1', ...change }),
    ),
  ];
  for (const [n, one] of sessions.entries()) {
    const ahead = await one.preflight('orders.refund', args, { callId: `ahead-${n}` });
    expect(ahead).toMatchObject({ decision: 'deny', reason: 'approval_rejected', asked: null });
    expect(await one.call('orders.refund', JSON.stringify(args), { callId: `call-${n}` })).toMatchObject({
      kind: 'denied',
      reason: 'approval_rejected',
    });
  }
  expect(await as('rita').list()).toMatchObject({ approvals: [] });
  expect(counter.effects).toEqual([]);
});

test('a clock that gives no time decides nothing, and one that goes back revives nothing [B-061]', async () => {
  const { cancel, as, clock, counter } = await openCounter();
  const start = clock.now();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').approve(id, seen);
  const now = clock.now.bind(clock);
  clock.now = () => Number.NaN;
  await expect(cancel()).rejects.toMatchObject({ code: 'store_failed' });
  await expect(as('ann').revoke(id, { reason: 'odd' })).rejects.toMatchObject({ code: 'store_failed' });
  clock.now = now;
  clock.set(start + 900_000);
  expect(await as('ann').renew(id, seen)).toEqual({ kind: 'refused', reason: 'expired' });
  clock.set(start);
  expect(await as('ann').renew(id, seen)).toEqual({ kind: 'refused', reason: 'expired' });
  expect((await cancel()).kind).toBe('pending');
  expect(counter.effects).toEqual([]);
});

/* Saying no, taking back, asking again, lasting longer. */
import { expect, test } from 'vitest';
import { evidenceOf, reasonOf } from '../desk.ts';
import { openCounter, pendingOf, shownIn } from './counter.ts';

const reason = 'not this customer';

test('a no ends it, and what was shown is gone [B-034, S-085]', async () => {
  const { boundary, as, refund, counter } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  await as('rita').approve(id, seen);
  expect(await as('ron').reject(id, { ...seen, reason })).toMatchObject({ status: 'rejected', votes: 1 });
  expect(reasonOf(await refund())).toBe('approval_rejected');
  expect(counter.effects).toEqual([]);
  expect(await as('ron').show(id)).toEqual({ kind: 'refused', reason: 'not_pending' });
  const record = (await evidenceOf(boundary)).find(({ type }) => type === 'approval.rejected');
  expect(record?.body).toMatchObject({ reason, refusedUntil: (record?.at ?? 0) + 86_400_000 });
});

test('the same asked in other words, another conversation or a new call is refused for a day [B-034]', async () => {
  const { boundary, as, cancel, clock, session } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').reject(id, seen);
  const elsewhere = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-2' });
  const alike = [
    () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'again' }),
    () => session.call('orders.cancel', { orderId: 'o-1', note: 'the customer insists' }),
    () => elsewhere.call('orders.cancel', { orderId: 'o-1' }),
  ];
  for (const ask of alike) expect(reasonOf(await ask())).toBe('approval_rejected');
  // Another order is another question.
  expect((await cancel('o-2')).kind).toBe('pending');
  clock.advance(86_399_999);
  for (const ask of alike) expect(reasonOf(await ask())).toBe('approval_rejected');
  clock.advance(1);
  for (const ask of alike) expect((await ask()).kind).toBe('pending');
});

test('what was rejected may be asked for again once somebody lifts it, who is not who asked', async () => {
  const { boundary, as, refund, counter } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  await as('uma').approve(id, seen);
  await as('rita').reject(id, seen);
  const again = { reason: 'the customer called' };
  expect(await as('ann').lift(id, again)).toEqual({ kind: 'refused', reason: 'own_action' });
  expect(await as('ann-admin').lift(id, again)).toEqual({ kind: 'refused', reason: 'own_action' });
  expect(await as('robot').lift(id, again)).toEqual({ kind: 'refused', reason: 'approver_unauthorized' });
  expect(await as('sue').lift(id, again)).toEqual({ kind: 'refused', reason: 'unknown_approval' });
  // Having agreed once is no office.
  expect(await as('uma').lift(id, again)).toEqual({ kind: 'refused', reason: 'approver_unauthorized' });
  expect(reasonOf(await refund())).toBe('approval_rejected');
  expect(await as('clerk').lift(id, again)).toMatchObject({ kind: 'answered', status: 'rejected' });
  expect(await as('clerk').lift(id, again)).toEqual({ kind: 'refused', reason: 'not_pending' });
  const anew = pendingOf(await refund());
  expect(anew.id).not.toBe(id);
  await as('rita').approve(anew.id, anew.seen);
  await as('ron').approve(anew.id, anew.seen);
  expect((await refund()).kind).toBe('executed');
  expect(counter.effects).toHaveLength(1);
  const record = (await evidenceOf(boundary)).find(({ type }) => type === 'approval.lifted');
  expect(record?.body).toMatchObject({ by: 'approver', ...again });
});

test('one’s own no to one’s own ask can be lifted by oneself', async () => {
  const { as, cancel } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').reject(id, seen);
  expect(await as('ann').lift(id, { reason: 'misclicked' })).toMatchObject({ kind: 'answered' });
  expect((await cancel()).kind).toBe('pending');
});

test('a lift after the day is over lifts nothing', async () => {
  const { as, cancel, clock } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').reject(id, seen);
  clock.advance(86_400_000);
  expect(await as('ann').lift(id, { reason })).toEqual({ kind: 'refused', reason: 'not_pending' });
});

test('what was approved and not used can be taken back, and never runs [B-062]', async () => {
  const { boundary, as, refund, counter } = await openCounter();
  const takers = ['rita', 'ann', 'uma'];
  for (const [index, taker] of takers.entries()) {
    const { id, seen } = pendingOf(await refund(index + 1));
    await as('rita').approve(id, seen);
    await as('ron').approve(id, seen);
    expect(await as(taker).revoke(id, { reason })).toMatchObject({ status: 'revoked', votes: 2 });
    expect((await refund(index + 1)).kind).toBe('pending');
  }
  expect(counter.effects).toEqual([]);
  const records = (await evidenceOf(boundary)).filter(({ type }) => type === 'approval.revoked');
  expect(records.map(({ body }) => [body['by'], body['reason']])).toEqual(
    takers.map(() => ['approver', reason]),
  );
});

test('where the target is gone nobody agrees, and who may see it can still say no', async () => {
  const { as, refund, cancel, counter } = await openCounter();
  const review = pendingOf(await refund());
  const confirm = pendingOf(await cancel());
  await as('uma').approve(review.id, review.seen);
  counter.orders.delete('o-1');
  const gone = { kind: 'refused', reason: 'target_changed' };
  expect(await as('rita').approve(review.id, review.seen)).toEqual(gone);
  expect(await as('rita').renew(review.id, review.seen)).toEqual(gone);
  expect(await as('ann').approve(confirm.id, confirm.seen)).toEqual(gone);
  expect(await as('ann').renew(confirm.id, confirm.seen)).toEqual(gone);
  // Nobody can say whether Sue may: she has no office, and has answered nothing.
  expect(await as('sue').reject(review.id, review.seen)).toMatchObject({ reason: 'unknown_approval' });
  expect(await as('ann').reject(review.id, review.seen)).toMatchObject({ reason: 'own_action' });
  expect(shownIn(await as('uma').show(review.id)).actionDigest).toBe(review.actionDigest);
  expect(shownIn(await as('rita').show(review.id)).facts).toMatchObject({ order: 'o-1' });
  expect(shownIn(await as('ann').show(confirm.id)).status).toBe('pending');
  expect(await as('rita').reject(review.id, review.seen)).toMatchObject({ status: 'rejected' });
  expect(await as('ann').reject(confirm.id, confirm.seen)).toMatchObject({ status: 'rejected' });
});

test('one’s own ask can be taken away where nothing can be loaded', async () => {
  const { as, cancel, refund, counter } = await openCounter();
  const [own, other, review] = [
    pendingOf(await cancel()),
    pendingOf(await cancel('o-2')),
    pendingOf(await refund()),
  ];
  counter.onLoad = () => {
    throw new Error('the shop is down');
  };
  await expect(as('ann').approve(own.id, own.seen)).rejects.toMatchObject({ code: 'decision_unavailable' });
  await expect(as('rita').reject(review.id, review.seen)).rejects.toMatchObject({
    code: 'decision_unavailable',
  });
  expect(shownIn(await as('ann').show(own.id)).status).toBe('pending');
  expect(await as('ann').reject(own.id, own.seen)).toMatchObject({ status: 'rejected' });
  expect(await as('ann').revoke(other.id, { reason })).toMatchObject({ status: 'revoked' });
  expect(await as('ann').revoke(review.id, { reason })).toMatchObject({ status: 'revoked' });
});

test('a target that is another one by now is not agreed to', async () => {
  const { as, refund, counter } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  counter.orders.set('o-1', { id: 'o-7', customer: 'ann', version: 1, total: 1 });
  expect(await as('rita').approve(id, seen)).toEqual({ kind: 'refused', reason: 'target_changed' });
});

test('what is not as it was shown by now is not agreed to, nor does it last longer [B-106]', async () => {
  const { as, cancel, refund, counter } = await openCounter();
  const gone = { kind: 'refused', reason: 'target_changed' };
  const moves = [{ version: 2 }, { total: 1 }];
  for (const move of moves) {
    const [confirm, review] = [pendingOf(await cancel()), pendingOf(await refund())];
    const before = counter.orders.get('o-1')!;
    await as('uma').approve(review.id, review.seen);
    counter.orders.set('o-1', { ...before, ...move });
    expect(await as('ann').approve(confirm.id, confirm.seen)).toEqual(gone);
    expect(await as('ann').renew(confirm.id, confirm.seen)).toEqual(gone);
    expect(await as('rita').approve(review.id, review.seen)).toEqual(gone);
    expect(await as('rita').renew(review.id, review.seen)).toEqual(gone);
    expect(await as('rita').approve(review.id, { digest: 'no' })).toMatchObject({
      reason: 'digest_mismatch',
    });
    // It was only looked at: once all is as it was shown, it can be agreed to.
    counter.orders.set('o-1', before);
    expect(await as('ann').approve(confirm.id, confirm.seen)).toMatchObject({ status: 'approved' });
    expect(await as('rita').approve(review.id, review.seen)).toMatchObject({ status: 'approved' });
    counter.orders.set('o-1', { ...before, ...move });
    await as('ann').revoke(confirm.id, { reason });
    expect(await as('rita').reject(review.id, review.seen)).toMatchObject({ reason: 'not_pending' });
    await as('rita').revoke(review.id, { reason });
  }
  expect(counter.effects).toEqual([]);
});

test('nobody agrees to what is not as it was shown by now, and everyone who could may still say no [B-106]', async () => {
  const { as, cancel, refund, counter } = await openCounter();
  const order = counter.orders.get('o-1')!;
  const review = pendingOf(await refund());
  const confirm = pendingOf(await cancel());
  const changed = { kind: 'refused', reason: 'target_changed' };
  for (const change of [{ version: 2 }, { total: 1 }]) {
    const before = { ...order };
    Object.assign(order, change);
    expect(await as('rita').approve(review.id, review.seen)).toEqual(changed);
    expect(await as('rita').renew(review.id, review.seen)).toEqual(changed);
    expect(await as('ann').approve(confirm.id, confirm.seen)).toEqual(changed);
    // What they were shown stays to be seen: it is what they would say no to.
    expect(shownIn(await as('rita').show(review.id)).facts).toMatchObject({ total: 4200 });
    Object.assign(order, before);
  }
  expect(await as('rita').approve(review.id, review.seen)).toMatchObject({ votes: 1 });
  order.total = 1;
  expect(await as('ron').approve(review.id, review.seen)).toEqual(changed);
  Object.defineProperty(order, 'total', {
    get: () => {
      throw new Error('nobody knows');
    },
  });
  await expect(as('ron').approve(review.id, review.seen)).rejects.toMatchObject({
    code: 'decision_unavailable',
  });
  expect(await as('ron').reject(review.id, review.seen)).toMatchObject({ status: 'rejected' });
  expect(await as('ann').reject(confirm.id, confirm.seen)).toMatchObject({ status: 'rejected' });
});

test('an answer lasts longer once it is renewed, never shorter, and no longer than 30 days', async () => {
  const { boundary, as, refund, clock } = await openCounter();
  const day = 86_400_000;
  const { id, seen, expiresAt } = pendingOf(await refund());
  const asked = expiresAt - day;
  await as('rita').approve(id, seen);
  expect(await as('rita').renew(id, seen)).toMatchObject({ expiresAt });
  clock.advance(day / 2);
  expect(await as('uma').renew(id, seen)).toMatchObject({ votes: 1, expiresAt: asked + 1.5 * day });
  // Each time as long as it was at first, not as long as it has become.
  clock.advance(day / 2);
  expect(await as('uma').renew(id, seen)).toMatchObject({ expiresAt: asked + 2 * day });
  await as('ron').approve(id, seen);
  for (let time = 0; time < 56; time += 1) {
    clock.advance(day / 2);
    expect(await as('ron').renew(id, seen)).toMatchObject({ kind: 'answered', status: 'approved' });
  }
  expect(shownIn(await as('ron').show(id)).expiresAt).toBe(asked + 30 * day);
  clock.advance(day / 2);
  expect(await as('ron').renew(id, seen)).toMatchObject({ expiresAt: asked + 30 * day });
  clock.set(asked + 30 * day);
  expect(await as('ron').renew(id, seen)).toEqual({ kind: 'refused', reason: 'expired' });
  const renewals = (await evidenceOf(boundary)).filter(({ type }) => type === 'approval.renewed');
  expect(renewals[0]?.body).toMatchObject({ by: 'approver', reason: null, expires: asked + 1.5 * day });
  expect(renewals).toHaveLength(58);
});

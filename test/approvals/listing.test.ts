/* What waits, for whom, page by page. */
import { expect, test } from 'vitest';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { countingIds } from '../../src/testing/ids.ts';
import { bending } from '../bent-store.ts';
import { openCounter, pendingOf } from './counter.ts';

test('three asks of one turn wait at once, and are answered in any order [B-037]', async () => {
  const { as, cancel, counter } = await openCounter();
  const asked = (await Promise.all(['o-1', 'o-2', 'o-3'].map((order) => cancel(order)))).map(pendingOf);
  const listed = await as('ann').list();
  const ids = listed.kind === 'listed' ? listed.approvals.map(({ approvalId }) => approvalId) : [];
  expect(ids).toEqual(asked.map(({ id }) => id).toSorted());
  for (const order of ['o-3', 'o-1', 'o-2']) {
    const { id, seen } = pendingOf(await cancel(order));
    await as('ann').approve(id, seen);
    expect((await cancel(order)).kind).toBe('executed');
  }
  expect(counter.effects.map((effect) => effect.split(' ')[1])).toEqual(['o-3', 'o-1', 'o-2']);
  expect(await as('ann').list()).toMatchObject({ approvals: [] });
});

test('a stale answer is refused, the one that is none goes on, the other waits [B-029, B-055]', async () => {
  const { as, cancel, counter } = await openCounter();
  const stale = pendingOf(await cancel('o-1'));
  await as('ann').revoke(stale.id, { reason: 'wrong order' });
  const [two, three] = [pendingOf(await cancel('o-2')), pendingOf(await cancel('o-3'))];
  expect(await as('ann').approve(stale.id, stale.seen)).toEqual({ kind: 'refused', reason: 'not_pending' });
  expect(await as('ann').approve('never-issued', two.seen)).toMatchObject({ reason: 'unknown_approval' });
  expect(await as('ann').approve(two.id, two.seen)).toMatchObject({ status: 'approved' });
  expect((await cancel('o-2')).kind).toBe('executed');
  expect(pendingOf(await cancel('o-3')).id).toBe(three.id);
  expect(counter.effects).toHaveLength(1);
});

test('whom the directory knows as an approver sees all of the tenant; others what they confirm', async () => {
  const { boundary, as, cancel, refund, counter } = await openCounter({ ids: countingIds('x') });
  const own = pendingOf(await cancel());
  const review = pendingOf(await refund());
  counter.orders.get('o-2')!.customer = 'bob';
  const bob = boundary.session({ tenant: 'acme', principal: 'bob', conversation: 'c-1' });
  const his = pendingOf(await bob.call('orders.cancel', { orderId: 'o-2' }));
  const idsFor = async (id: string) => {
    const listed = await as(id).list();
    return listed.kind === 'listed' ? listed.approvals.map(({ approvalId }) => approvalId) : listed;
  };
  expect(await idsFor('rita')).toEqual([own.id, review.id, his.id].toSorted());
  expect(await idsFor('ann')).toEqual([own.id]);
  expect(await idsFor('bob')).toEqual([his.id]);
  expect(await idsFor('uma')).toEqual([]);
  const there = boundary.approver({ tenant: 'other', id: 'rita' });
  expect(await there.approvals.list()).toEqual({ kind: 'listed', approvals: [], next: null });
  expect(JSON.stringify(await as('rita').list())).not.toMatch(/o-1|o-2|"ann"|100/);
});

test('pages follow one another, over what has expired meanwhile', async () => {
  const real = sqlite(':memory:');
  const { store, bend } = bending(real);
  const { as, session, clock } = await openCounter({
    store,
    asks: { pendingPerConversation: 50, perPrincipalAndHour: 50 },
  });
  const ids: string[] = [];
  for (let amount = 1; amount <= 8; amount += 1) {
    if (amount === 6) clock.advance(86_400_000 - 10);
    clock.advance(1);
    ids.push(pendingOf(await session.call('orders.refund', { orderId: 'o-1', amount })).id);
  }
  const page = (options?: { readonly after?: string; readonly limit?: number }) => as('rita').list(options);
  expect(await page({ limit: 3 })).toMatchObject({ next: ids[2] });
  clock.advance(10);
  let reads = 0;
  bend({
    approvals: (asked) => {
      reads += 1;
      return real.approvals(asked);
    },
  });
  const first = await page({ limit: 2 });
  expect(first).toMatchObject({ approvals: [{ approvalId: ids[5] }, { approvalId: ids[6] }], next: ids[6] });
  expect(reads).toBe(4);
  expect(await page({ limit: 2, after: ids[6]! })).toMatchObject({
    approvals: [{ approvalId: ids[7] }],
    next: null,
  });
});

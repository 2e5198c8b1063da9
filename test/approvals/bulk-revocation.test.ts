/* An operator who takes back many at once: what one capability, principal or catalogue version waits for. */
import { expect, test } from 'vitest';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { bending } from '../bent-store.ts';
import { evidenceOf, reasonOf } from '../desk.ts';
import { openCounter, pendingOf, shownIn } from './counter.ts';

const reason = 'the refund desk is closed';

/** Ann waits for a cancellation and two refunds, one of them approved; Bob for a refund of his. */
async function waiting() {
  const real = sqlite(':memory:');
  const { store, bend } = bending(real);
  const opened = await openCounter({ store });
  const { boundary, counter, as, cancel, refund } = opened;
  counter.orders.get('o-2')!.customer = 'bob';
  const bob = boundary.session({ tenant: 'acme', principal: 'bob', conversation: 'c-1' });
  const his = pendingOf(await bob.call('orders.refund', { orderId: 'o-2', amount: 5 }));
  const own = pendingOf(await cancel());
  const [one, two] = [pendingOf(await refund(1)), pendingOf(await refund(2))];
  await as('rita').approve(two.id, two.seen);
  await as('ron').approve(two.id, two.seen);
  const olga = boundary.operator({ tenant: 'acme', id: 'olga' }).approvals;
  const left = async () => {
    const listed = await as('rita').list();
    return listed.kind === 'listed' ? listed.approvals.map(({ approvalId }) => approvalId) : listed;
  };
  return { ...opened, bend, real, olga, left, his, own, one, two };
}

test.each([
  ['a capability', { capability: 'orders.refund' }, 3, ['own']],
  ['a principal', { principal: 'bob' }, 1, ['own', 'one', 'two']],
  ['a principal and a capability', { principal: 'ann', capability: 'orders.refund' }, 2, ['his', 'own']],
  ['another capability of a principal', { principal: 'bob', capability: 'orders.cancel' }, 0, null],
  ['another catalogue', { catalogue: 'another' }, 0, null],
  ['the whole tenant', { all: true }, 4, []],
] as const)('those of %s are taken back, and no others [B-062]', async (_title, of, count, stays) => {
  const opened = await waiting();
  const { boundary, olga, left, refund, counter } = opened;
  expect(await olga.revoke({ ...of, reason })).toEqual({ kind: 'revoked', count });
  const kept = (stays ?? (['his', 'own', 'one', 'two'] as const)).map((name) => opened[name].id);
  expect(await left()).toEqual(kept.toSorted());
  expect((await refund(2)).kind).toBe(kept.includes(opened.two.id) ? 'executed' : 'pending');
  expect(counter.effects).toHaveLength(kept.includes(opened.two.id) ? 1 : 0);
  const records = (await evidenceOf(boundary)).filter(({ type }) => type === 'approval.revoked');
  expect(records).toHaveLength(count);
  for (const { body } of records) expect(body).toMatchObject({ by: 'operator', reason });
  expect(JSON.stringify(records)).not.toMatch(/olga|"ann"|"bob"/);
});

test('those of a catalogue version are taken back, in rounds, and none that is asked for meanwhile', async () => {
  const real = sqlite(':memory:');
  const { store, bend } = bending(real);
  const { boundary, as, session, clock } = await openCounter({
    store,
    asks: { pendingPerConversation: 300, perPrincipalAndHour: 300 },
  });
  const ask = async (amount: number) =>
    pendingOf(await session.call('orders.refund', { orderId: 'o-1', amount }));
  for (let amount = 1; amount <= 205; amount += 1) await ask(amount);
  let later = '';
  bend({
    decideApproval: async (change, evidence) => {
      bend({});
      clock.advance(1);
      later = (await ask(206)).id;
      return real.decideApproval(change, evidence);
    },
  });
  const olga = boundary.operator({ tenant: 'acme', id: 'olga' }).approvals;
  expect(await olga.revoke({ catalogue: boundary.catalogue.version, reason })).toEqual({
    kind: 'revoked',
    count: 205,
  });
  expect(await as('rita').list()).toMatchObject({ approvals: [{ approvalId: later }], next: null });
});

test('what expired is written as expired, what was used meanwhile stays used', async () => {
  const { boundary, olga, clock, bend, real, refund, two, as, own, one } = await waiting();
  clock.advance(900_000);
  let used = false;
  bend({
    decideApproval: async (change, evidence) => {
      if (change.approval.id === two.id && !used) {
        used = true;
        expect((await refund(2)).kind).toBe('executed');
      }
      return real.decideApproval(change, evidence);
    },
  });
  expect(await olga.revoke({ principal: 'ann', reason })).toEqual({ kind: 'revoked', count: 1 });
  expect(used).toBe(true);
  expect(await as('ann').approve(own.id, own.seen)).toEqual({ kind: 'refused', reason: 'expired' });
  expect(await as('rita').approve(one.id, one.seen)).toEqual({ kind: 'refused', reason: 'not_pending' });
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types.filter((type) => /executed|revoked|expired/.test(type)).toSorted()).toEqual([
    'approval.expired',
    'approval.revoked',
    'call.executed',
  ]);
});

test('one that gets a vote meanwhile is taken back all the same', async () => {
  const { olga, bend, real, as, one, left } = await waiting();
  bend({
    decideApproval: async (change, evidence) => {
      if (change.approval.id === one.id) {
        bend({});
        expect(await as('rita').approve(one.id, one.seen)).toMatchObject({ votes: 1 });
      }
      return real.decideApproval(change, evidence);
    },
  });
  expect(await olga.revoke({ all: true, reason })).toMatchObject({ count: 4 });
  expect(await left()).toEqual([]);
});

test('it only narrows: the same is asked for again, and no rejection is left behind', async () => {
  const { olga, refund, as, two } = await waiting();
  await olga.revoke({ all: true, reason });
  const anew = pendingOf(await refund(2));
  expect(anew.id).not.toBe(two.id);
  expect(shownIn(await as('rita').show(anew.id)).votes).toEqual([]);
});

test('whom the directory does not know as an operator takes nothing back, and it is on record', async () => {
  const { boundary, left } = await waiting();
  const eve = boundary.operator({ tenant: 'acme', id: 'eve' }).approvals;
  expect(await eve.revoke({ all: true, reason })).toEqual({
    kind: 'refused',
    reason: 'operator_unauthorized',
  });
  expect(await left()).toHaveLength(4);
  const there = boundary.operator({ tenant: 'other', id: 'olga' }).approvals;
  expect(await there.revoke({ all: true, reason })).toEqual({ kind: 'revoked', count: 0 });
  const record = (await evidenceOf(boundary)).find(({ type }) => type === 'operator.refused');
  expect(record?.body).toMatchObject({ act: 'approvals.revoke', claim: null });
});

test.each([
  ['nothing that is named', { reason }],
  ['a name and all', { capability: 'orders.refund', all: true, reason }],
  ['all that is not true', { all: 'yes', reason }],
  ['no reason', { all: true }],
  ['a blank reason', { all: true, reason: ' ' }],
  ['an empty capability', { capability: '', reason }],
  ['a principal that is none', { principal: 7, reason }],
  ['an option that does not exist', { tenant: 'acme', reason }],
])('%s is misuse', async (_title, options) => {
  const { olga, left } = await waiting();
  const given = options as unknown as Parameters<typeof olga.revoke>[0];
  await expect(olga.revoke(given)).rejects.toMatchObject({ code: 'options_invalid' });
  expect(await left()).toHaveLength(4);
});

test('a row that was edited stops it, and is a fault', async () => {
  const { olga, bend, real } = await waiting();
  bend({
    approvals: async (page) => (await real.approvals(page)).map((row) => ({ ...row, owner: 'somebody' })),
  });
  await expect(olga.revoke({ all: true, reason })).rejects.toMatchObject({ code: 'state_tampered' });
});

test('a call whose approval was taken back while it was admitted does not run', async () => {
  const { olga, bend, real, refund, counter } = await waiting();
  bend({
    admit: async (admission) => {
      bend({});
      await olga.revoke({ capability: 'orders.refund', reason });
      return real.admit(admission);
    },
  });
  expect(reasonOf(await refund(2))).toBe('approval_revoked');
  expect(counter.effects).toEqual([]);
});

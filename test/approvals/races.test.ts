/* Who comes at the same moment as somebody else: one thing happens, and nothing that was said is lost. */
import { expect, test } from 'vitest';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { bending } from '../bent-store.ts';
import { evidenceOf, held } from '../desk.ts';
import { openCounter, pendingOf, shownIn } from './counter.ts';

/** A counter whose approvals are answered only once so many have read the row that they answer. */
async function meeting(count: number) {
  const real = sqlite(':memory:');
  const { store, bend } = bending(real);
  const opened = await openCounter({ store });
  const all = held<void>();
  let arrived = 0;
  const meet = () =>
    bend({
      decideApproval: async (change, evidence) => {
        arrived += 1;
        if (arrived === count) all.resolve();
        await all.promise;
        return real.decideApproval(change, evidence);
      },
    });
  return { ...opened, meet, bend, real };
}

test('two who agree at the same moment both count [V-115]', async () => {
  const { as, refund, meet, boundary } = await meeting(2);
  const { id, seen } = pendingOf(await refund());
  meet();
  const answers = await Promise.all([as('rita').approve(id, seen), as('ron').approve(id, seen)]);
  expect(answers).toContainEqual(expect.objectContaining({ votes: 1, status: 'pending' }));
  expect(answers).toContainEqual(expect.objectContaining({ votes: 2, status: 'approved' }));
  expect((await refund()).kind).toBe('executed');
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types.filter((type) => /voted|approved/.test(type))).toEqual([
    'approval.voted',
    'approval.approved',
  ]);
});

test('one person who agrees at the same moment under two accounts counts once', async () => {
  const { as, refund, meet } = await meeting(2);
  const { id, seen } = pendingOf(await refund());
  meet();
  const answers = await Promise.all([as('rita').approve(id, seen), as('rita-admin').approve(id, seen)]);
  expect(answers).toContainEqual({ kind: 'refused', reason: 'already_voted' });
  expect(shownIn(await as('ron').show(id)).votes).toHaveLength(1);
});

test('a yes and a no at the same moment leave one decision [V-115]', async () => {
  const { as, cancel, meet, boundary } = await meeting(2);
  const { id, seen } = pendingOf(await cancel());
  meet();
  const answers = await Promise.all([as('ann').approve(id, seen), as('ann').reject(id, seen)]);
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['answered', 'refused']);
  expect(answers).toContainEqual({ kind: 'refused', reason: 'not_pending' });
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types.filter((type) => /approved|rejected/.test(type))).toHaveLength(1);
});

test('whoever is overtaken every time is told so, and has written nothing', async () => {
  const { as, refund, bend, real } = await meeting(0);
  const { id, seen } = pendingOf(await refund());
  let tries = 0;
  bend({
    decideApproval: async () => {
      tries += 1;
      return { kind: 'moved', approval: await real.approval('acme', id) };
    },
  });
  expect(await as('rita').approve(id, seen)).toEqual({ kind: 'refused', reason: 'moved' });
  expect(tries).toBe(4);
  bend({});
  expect(shownIn(await as('rita').show(id)).votes).toEqual([]);
});

test('an entitlement that was lost while somebody else answered is asked for again', async () => {
  const { as, refund, counter, bend, real } = await meeting(0);
  const { id, seen } = pendingOf(await refund());
  bend({
    decideApproval: async (change, evidence) => {
      bend({});
      await as('ron').approve(id, seen);
      counter.reviewers.delete('rita');
      return real.decideApproval(change, evidence);
    },
  });
  expect(await as('rita').approve(id, seen)).toEqual({ kind: 'refused', reason: 'approver_unauthorized' });
  expect(shownIn(await as('ron').show(id)).votes).toMatchObject([{ approver: 'ron' }]);
});

test('taking back and executing at the same moment: one of them wins, 100 times [B-062]', async () => {
  const { boundary, as, counter, session } = await openCounter({
    asks: { pendingPerConversation: 5, perPrincipalAndHour: 200 },
  });
  const won = { revoked: 0, executed: 0 };
  for (let run = 0; run < 100; run += 1) {
    const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: `call ${run}` });
    const { id, seen, executionId } = pendingOf(await call());
    await as('ann').approve(id, seen);
    // It begins a little later every time.
    const takes = async () => {
      for (let turn = 0; turn < run; turn += 1) await Promise.resolve();
      return as('ann').revoke(id, { reason: 'on second thought' });
    };
    const [outcome, taken] = await Promise.all([call(), takes()]);
    const ran = counter.effects.includes(`cancel o-1 ${executionId}`);
    if (ran) {
      expect(outcome?.kind).toBe('executed');
      expect(taken).toEqual({ kind: 'refused', reason: 'not_pending' });
      won.executed += 1;
    } else {
      expect(taken).toMatchObject({ kind: 'answered', status: 'revoked' });
      expect(['denied', 'pending']).toContain(outcome?.kind);
      won.revoked += 1;
      if (outcome?.kind === 'pending') await as('ann').revoke(outcome.approvalId, { reason: 'tidying up' });
    }
  }
  expect(won.revoked + won.executed).toBe(100);
  expect(Math.min(won.revoked, won.executed)).toBeGreaterThan(0);
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types.filter((type) => type === 'call.executed')).toHaveLength(won.executed);
});

test.each(['revoke first', 'execute first'])(
  'with both at the last step, %s: the record says who won [B-062]',
  async (order) => {
    const real = sqlite(':memory:');
    const { store, bend } = bending(real);
    const { boundary, as, cancel, counter } = await openCounter({ store });
    const { id, seen } = pendingOf(await cancel());
    await as('ann').approve(id, seen);
    const revoke = () => as('ann').revoke(id, { reason: 'on second thought' });
    if (order === 'revoke first') {
      bend({
        admit: async (admission) => {
          bend({});
          expect(await revoke()).toMatchObject({ status: 'revoked' });
          return real.admit(admission);
        },
      });
      expect(await cancel()).toMatchObject({ kind: 'denied', reason: 'approval_revoked' });
      expect(counter.effects).toEqual([]);
    } else {
      bend({
        decideApproval: async (change, evidence) => {
          bend({});
          expect((await cancel()).kind).toBe('executed');
          return real.decideApproval(change, evidence);
        },
      });
      expect(await revoke()).toEqual({ kind: 'refused', reason: 'not_pending' });
      expect(counter.effects).toHaveLength(1);
    }
    const types = (await evidenceOf(boundary)).map(({ type }) => type);
    expect(types.filter((type) => /executed|revoked/.test(type))).toEqual([
      order === 'revoke first' ? 'approval.revoked' : 'call.executed',
    ]);
  },
);

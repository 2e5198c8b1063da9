/* The whole road: a call asks, people answer, the same call goes on, once. */
import { expect, test } from 'vitest';
import { evidenceOf, reasonOf } from '../desk.ts';
import { openCounter, pendingOf, shownIn } from './counter.ts';

test('a call waits for who asks, who is shown what runs, and it runs once [B-032, B-058, V-009]', async () => {
  const { boundary, as, cancel, counter } = await openCounter();
  const asked = pendingOf(await cancel());
  expect(asked).toMatchObject({ decision: 'confirm', reasons: ['write'] });
  expect(pendingOf(await cancel())).toEqual(asked);
  expect(counter.effects).toEqual([]);

  const detail = shownIn(await as('ann').show(asked.id));
  expect(detail).toMatchObject({
    approvalId: asked.id,
    executionId: asked.executionId,
    actionDigest: asked.actionDigest,
    capability: 'orders.cancel',
    decision: 'confirm',
    status: 'pending',
    quorum: 1,
    expiresAt: asked.expiresAt,
    principal: 'ann',
    subject: null,
    agent: null,
    conversation: 'c-1',
    arguments: [{ name: 'orderId', value: 'o-1', role: 'resource', doubtful: false }],
    target: { type: 'order', identity: { id: 'o-1' }, version: 1 },
    facts: { order: 'o-1', total: 4200 },
    reasons: ['write'],
    policy: null,
    votes: [],
  });
  expect(await as('ann').approve(asked.id, { digest: detail.actionDigest })).toEqual({
    kind: 'answered',
    approvalId: asked.id,
    status: 'approved',
    votes: 1,
    quorum: 1,
    expiresAt: asked.expiresAt,
  });
  expect(await cancel()).toMatchObject({
    kind: 'executed',
    permit: 'confirmed',
    executionId: asked.executionId,
    actionDigest: asked.actionDigest,
  });
  expect(await cancel()).toMatchObject({ kind: 'replayed', value: { cancelled: 'o-1' } });
  expect(counter.effects).toEqual([`cancel o-1 ${asked.executionId}`]);
  expect((await evidenceOf(boundary)).map(({ type }) => type)).toEqual([
    'approval.requested',
    'approval.approved',
    'call.admitted',
    'call.executed',
    'call.answered',
  ]);
});

test('a refund takes two persons other than who asks, and then runs once [B-049]', async () => {
  const { boundary, as, refund, counter, clock } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  expect(await as('rita').approve(id, seen)).toMatchObject({ status: 'pending', votes: 1, quorum: 2 });
  expect((await refund()).kind).toBe('pending');
  expect(await as('ron').approve(id, seen)).toMatchObject({ status: 'approved', votes: 2, quorum: 2 });
  expect(await refund()).toMatchObject({ kind: 'executed', permit: 'reviewed' });
  clock.advance(86_400_001);
  // Time does not undo what was answered and used.
  expect((await refund()).kind).toBe('replayed');
  expect(counter.effects).toHaveLength(1);
  const records = await evidenceOf(boundary);
  const votes = records
    .filter(({ type }) => /voted|approved/.test(type))
    .map(({ type, body }) => [type, body]);
  expect(votes).toMatchObject([
    ['approval.voted', { votes: 1, quorum: 2 }],
    ['approval.approved', { votes: 2, quorum: 2 }],
  ]);
  expect(JSON.stringify(records)).not.toMatch(/rita|ron|ann|o-1/);
  expect(records.every(({ authentic }) => authentic)).toBe(true);
});

test('once approved, the timeout is what it was: it neither approves nor revives anything [B-049, B-050]', async () => {
  const { as, cancel, clock, boundary } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').approve(id, seen);
  clock.advance(899_999);
  expect(shownIn(await as('ann').show(id)).status).toBe('approved');
  clock.advance(1);
  expect(shownIn(await as('ann').show(id)).status).toBe('expired');
  const anew = pendingOf(await cancel());
  expect(anew.id).not.toBe(id);
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types.filter((type) => type === 'approval.approved')).toHaveLength(1);
  expect(types).toContain('approval.expired');
});

test('no answer in time is no yes, and nobody can give one later [B-050, S-083]', async () => {
  const { as, cancel, clock, counter, boundary } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  clock.advance(900_000);
  expect(await as('ann').approve(id, seen)).toEqual({ kind: 'refused', reason: 'expired' });
  expect((await cancel()).kind).toBe('pending');
  expect(counter.effects).toEqual([]);
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types).toEqual(['approval.requested', 'approver.refused', 'approval.expired', 'approval.requested']);
});

test('other arguments are another action, which asks anew [V-017, B-044]', async () => {
  const { as, refund, counter } = await openCounter();
  const first = pendingOf(await refund(100));
  await as('rita').approve(first.id, first.seen);
  await as('ron').approve(first.id, first.seen);
  const second = pendingOf(await refund(101));
  expect(second.id).not.toBe(first.id);
  expect(second.actionDigest).not.toBe(first.actionDigest);
  expect(counter.effects).toEqual([]);
  expect(shownIn(await as('rita').show(second.id))).toMatchObject({ facts: { refund: 101 }, votes: [] });
});

test('what is used is used: the same action under another call id asks anew [V-009]', async () => {
  const { as, cancel, counter } = await openCounter();
  const { id, seen } = pendingOf(await cancel('o-1', 'call-1'));
  await as('ann').approve(id, seen);
  expect((await cancel('o-1', 'call-1')).kind).toBe('executed');
  const other = pendingOf(await cancel('o-1', 'call-2'));
  expect(other.id).not.toBe(id);
  expect(counter.effects).toHaveLength(1);
});

test('a person who agreed and lost the right before the effect does not count any more [B-031]', async () => {
  const { as, refund, counter } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  await as('rita').approve(id, seen);
  await as('ron').approve(id, seen);
  counter.reviewers.delete('ron');
  expect(reasonOf(await refund())).toBe('approval_revoked');
  expect(counter.effects).toEqual([]);
  counter.reviewers.add('ron');
  expect((await refund()).kind).toBe('executed');
});

test('two who agreed and turn out to be one person are one', async () => {
  const { as, refund, counter } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  await as('rita').approve(id, seen);
  await as('ron').approve(id, seen);
  counter.persons.set('ron', 'rita');
  expect(reasonOf(await refund())).toBe('approval_revoked');
});

test('an answer is an extra condition: policy that says no by now refuses, and leaves it unused [B-031, V-019, S-074]', async () => {
  const { as, cancel, counter } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').approve(id, seen);
  counter.authorize = () => false;
  expect(reasonOf(await cancel())).toBe('unauthorized');
  counter.authorize = () => true;
  expect((await cancel()).kind).toBe('executed');
});

test('what was changed while it waited, or right before the effect, is not what was agreed to [B-106]', async () => {
  const { as, cancel, counter } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').approve(id, seen);
  counter.orders.get('o-1')!.total = 1;
  const anew = pendingOf(await cancel());
  expect(anew.id).not.toBe(id);
  expect(shownIn(await as('ann').show(anew.id)).facts).toMatchObject({ total: 1 });
  await as('ann').approve(anew.id, anew.seen);
  let loads = 0;
  counter.onLoad = () => {
    loads += 1;
    if (loads === 2) counter.orders.get('o-1')!.total = 9_000;
  };
  expect(reasonOf(await cancel())).toBe('approval_mismatch');
  expect(counter.effects).toEqual([]);
});

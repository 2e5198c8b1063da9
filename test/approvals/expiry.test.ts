/* Until when an answer can be given, and used: the very moment of its end is past it. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { bending } from '../bent-store.ts';
import { evidenceOf, held } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

const ttl = 900_000;

test.each([
  ['a millisecond before', ttl - 1, 'executed'],
  ['at the very moment', ttl, 'denied'],
  ['a millisecond after', ttl + 1, 'denied'],
])('%s of its end, with the executor still to come [B-061, V-018]', async (_when, at, kind) => {
  const { as, cancel, clock, counter } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').approve(id, seen);
  const before = counter.onLoad;
  // The check has passed: what counts is the last look, right before the effect.
  let loads = 0;
  counter.onLoad = () => {
    loads += 1;
    if (loads === 2) clock.advance(at);
  };
  expect(await cancel()).toMatchObject({ kind, ...(kind === 'denied' && { reason: 'approval_expired' }) });
  counter.onLoad = before;
  expect(counter.effects).toHaveLength(kind === 'executed' ? 1 : 0);
});

test.each([
  ['a millisecond before', ttl - 1, { kind: 'answered', status: 'approved' }],
  ['at the very moment', ttl, { kind: 'refused', reason: 'expired' }],
  ['a millisecond after', ttl + 1, { kind: 'refused', reason: 'expired' }],
])('%s of its end, while it is being judged who may answer [B-061]', async (_when, at, answer) => {
  const { as, cancel, clock, counter } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  counter.onLoad = () => clock.advance(at);
  expect(await as('ann').approve(id, seen)).toMatchObject(answer);
});

test('what waits is left out of lists once it expired, and shown as what it is', async () => {
  const { as, cancel, clock } = await openCounter();
  const { id } = pendingOf(await cancel());
  clock.advance(1);
  const later = pendingOf(await cancel('o-2'));
  expect(await as('ann').list()).toMatchObject({ approvals: [{ approvalId: id }, { approvalId: later.id }] });
  clock.advance(ttl - 1);
  expect(await as('ann').list()).toMatchObject({ approvals: [{ approvalId: later.id }], next: null });
  expect(await as('rita').list()).toMatchObject({ approvals: [{ approvalId: later.id }], next: null });
  expect(await as('ann').show(id)).toMatchObject({ kind: 'shown', approval: { status: 'expired' } });
  for (const act of ['reject', 'renew'] as const)
    expect(await as('ann')[act](id, { digest: 'any' })).toEqual({ kind: 'refused', reason: 'expired' });
  expect(await as('ann').revoke(id, { reason: 'late' })).toEqual({ kind: 'refused', reason: 'expired' });
});

test('an answer that comes while the call is checked lets it go on', async () => {
  const { as, cancel, counter } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  const gate = held<void>();
  counter.onLoad = () => gate.promise;
  const waiting = cancel();
  counter.onLoad = () => {};
  await as('ann').approve(id, seen);
  gate.resolve();
  expect((await waiting).kind).toBe('executed');
});

test('what somebody else writes as expired while the same is asked for again is on record once [V-034]', async () => {
  const real = sqlite(':memory:');
  const { store, bend } = bending(real);
  const { boundary, cancel, clock } = await openCounter({ store });
  const { id, expiresAt } = pendingOf(await cancel());
  clock.set(expiresAt);
  bend({
    requestApproval: async (request) => {
      bend({});
      const olga = boundary.operator({ tenant: 'acme', id: 'olga' }).approvals;
      expect(await olga.revoke({ all: true, reason: 'tidying up' })).toEqual({ kind: 'revoked', count: 0 });
      return real.requestApproval(request);
    },
  });
  expect(pendingOf(await cancel()).id).not.toBe(id);
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types).toEqual(['approval.requested', 'approval.expired', 'approval.requested']);
});

test('whoever asks next ends two that nobody answered in time: their contents go, each with its record', async () => {
  const database = new Database(':memory:');
  const { boundary, cancel, refund, clock } = await openCounter({ store: sqlite(database) });
  for (const amount of [100, 200, 300]) pendingOf(await refund(amount));
  const sealed = () =>
    database
      .prepare('SELECT status, sealed IS NOT NULL FROM countersign_approval ORDER BY status')
      .raw()
      .all();
  clock.advance(86_400_000);
  pendingOf(await cancel('o-1'));
  expect(sealed()).toEqual([
    ['expired', 0],
    ['expired', 0],
    ['pending', 1],
    ['pending', 1],
  ]);
  pendingOf(await cancel('o-2'));
  expect(sealed().slice(0, 3)).toEqual([
    ['expired', 0],
    ['expired', 0],
    ['expired', 0],
  ]);
  const records = await evidenceOf(boundary);
  expect(records.filter(({ type }) => type === 'approval.expired')).toHaveLength(3);
});

test('one that expired and was edited is left alone, and stands in nobody’s way', async () => {
  const database = new Database(':memory:');
  const { cancel, refund, clock } = await openCounter({ store: sqlite(database) });
  pendingOf(await refund(100));
  clock.advance(86_400_000);
  database.prepare("UPDATE countersign_approval SET capability = 'orders.view'").run();
  pendingOf(await cancel('o-1'));
  expect(database.prepare('SELECT status FROM countersign_approval').pluck().all()).toEqual([
    'pending',
    'pending',
  ]);
});

/* Records about one approval follow from one another, from the ask to the end of the effect. */
import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { EffectNotPerformed } from '../../src/index.ts';
import { bentStore } from '../bent-store.ts';
import { openCounter, pendingOf } from './counter.ts';

async function opened() {
  const { store, database } = bentStore();
  return { ...(await openCounter({ store })), database };
}

interface Link {
  readonly type: string;
  readonly mac: string;
  readonly previous: string | null;
}

/** Each record of the tenant with the type of the record that it follows from, in the order of the database. */
function links(database: Database.Database): readonly string[] {
  const all = database
    .prepare(`SELECT type, mac, previous FROM countersign_evidence WHERE tenant = 'acme' ORDER BY "order"`)
    .all() as Link[];
  return all.map(({ type, previous }) => {
    const before = previous === null ? null : all.find(({ mac }) => mac === previous);
    return `${type} < ${before === null ? '-' : (before?.type ?? 'unknown')}`;
  });
}

test('an effect follows from its admission, that from the answer, and that from the ask [D-004]', async () => {
  const { refund, as, database } = await opened();
  const { id, seen } = pendingOf(await refund());
  await refund(100, 'joined');
  for (const one of ['rita', 'ron']) await as(one).approve(id, seen);
  await as('ron').renew(id, seen);
  expect((await refund()).kind).toBe('executed');
  expect(links(database)).toEqual([
    'approval.requested < -',
    'approval.requested < approval.requested',
    'approval.voted < approval.requested',
    'approval.approved < approval.voted',
    'call.admitted < approval.approved',
    'call.executed < call.admitted',
  ]);
});

test('what took back, renewed, rejected or lifted follows from what was so until then', async () => {
  const { refund, cancel, as, boundary, database, clock } = await opened();
  const { id, seen } = pendingOf(await refund());
  clock.advance(1_000);
  await as('rita').renew(id, seen);
  await as('rita').reject(id, seen);
  await as('rita').lift(id, { reason: 'a mistake' });
  const other = pendingOf(await cancel());
  await as('ann').revoke(other.id, { reason: 'no' });
  await cancel('o-2');
  await boundary.operator({ tenant: 'acme', id: 'olga' }).approvals.revoke({ all: true, reason: 'stop' });
  await cancel('o-3');
  clock.advance(900_000);
  await cancel('o-3');
  expect(links(database)).toEqual([
    'approval.requested < -',
    'approval.renewed < approval.requested',
    'approval.rejected < approval.renewed',
    'approval.lifted < approval.rejected',
    'approval.requested < -',
    'approval.revoked < approval.requested',
    'approval.requested < -',
    'approval.revoked < approval.requested',
    'approval.requested < -',
    'approval.expired < approval.requested',
    'approval.requested < -',
  ]);
});

test('where nothing was performed, what comes next follows from that', async () => {
  const { cancel, as, counter, database } = await opened();
  const { id, seen } = pendingOf(await cancel());
  await as('ann').approve(id, seen);
  const push = counter.effects.push.bind(counter.effects);
  counter.effects.push = () => {
    throw new EffectNotPerformed();
  };
  expect((await cancel()).kind).toBe('failed');
  counter.effects.push = push;
  expect((await cancel('o-1', 'again')).kind).toBe('executed');
  expect(links(database)).toEqual([
    'approval.requested < -',
    'approval.approved < approval.requested',
    'call.admitted < approval.approved',
    'call.failed < call.admitted',
    'call.admitted < call.failed',
    'call.executed < call.admitted',
  ]);
});

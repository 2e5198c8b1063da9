/* For which tenant the process works counts for people as it does for calls. */
import { expect, test } from 'vitest';
import { withTenant } from '../../src/index.ts';
import { evidenceOf } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

const mismatch = { kind: 'refused', reason: 'binding_mismatch' };
const reason = 'as agreed';

test('a process that works for another tenant shows and answers nothing, and it is on record [B-064, D-060]', async () => {
  const { boundary, as, refund, counter } = await openCounter();
  const { id, seen } = pendingOf(await refund());
  const rita = as('rita');
  const acts = {
    list: () => rita.list(),
    show: () => rita.show(id),
    approve: () => rita.approve(id, seen),
    reject: () => rita.reject(id, seen),
    revoke: () => rita.revoke(id, { reason }),
    renew: () => rita.renew(id, seen),
    lift: () => rita.lift(id, { reason }),
  };
  for (const act of Object.values(acts)) expect(await withTenant<unknown>('other', act)).toEqual(mismatch);
  const refusals = (await evidenceOf(boundary)).filter(({ type }) => type === 'approver.refused');
  expect(refusals.map(({ body }) => [body['act'], body['reason'], body['fault']])).toEqual(
    Object.keys(acts).map((name) => [`approvals.${name}`, 'binding_mismatch', false]),
  );
  expect(await evidenceOf(boundary, 'other')).toEqual([]);
  expect(await withTenant('acme', acts.approve)).toMatchObject({ votes: 1 });
  expect(await as('ron').approve(id, seen)).toMatchObject({ status: 'approved' });
  expect(counter.effects).toEqual([]);
});

test('where tenancy is ambient, people and operators act inside of their tenant alone [D-060]', async () => {
  const { boundary, session, as } = await openCounter({ tenancy: 'ambient' });
  const refund = () => session.call('orders.refund', { orderId: 'o-1', amount: 5 }, { callId: 'call-1' });
  const { id, seen } = pendingOf(await withTenant('acme', refund));
  expect(await as('rita').approve(id, seen)).toEqual(mismatch);
  expect(await withTenant('other', () => as('rita').approve(id, seen))).toEqual(mismatch);
  expect(await withTenant('acme', () => as('rita').approve(id, seen))).toMatchObject({ votes: 1 });
  const olga = boundary.operator({ tenant: 'acme', id: 'olga' });
  const acts = [
    () => olga.approvals.revoke({ all: true, reason }),
    () => olga.claims.list(),
    () => olga.claims.show('e-1'),
    () => olga.claims.resolve('e-1', { as: 'completed', reason }),
    () => olga.limits.list(),
    () => olga.limits.prune({ reason }),
  ];
  for (const act of acts) {
    expect(await act()).toEqual(mismatch);
    expect(await withTenant<unknown>('other', act)).toEqual(mismatch);
  }
  expect(await withTenant<unknown>('acme', acts[0]!)).toEqual({ kind: 'revoked', count: 1 });
});

test('what belongs to the installation is done outside of any tenant, whatever the tenancy', async () => {
  const { boundary } = await openCounter({ tenancy: 'ambient' });
  const { clock, claims } = boundary.operator({ tenant: '', id: 'olga' });
  expect(await withTenant('acme', () => claims.list())).toEqual(mismatch);
  expect(await withTenant('acme', () => clock.reset({ reason }))).toEqual(mismatch);
  expect(await claims.list()).toMatchObject({ kind: 'listed' });
  expect(await clock.reset({ reason })).toMatchObject({ kind: 'reset' });
});

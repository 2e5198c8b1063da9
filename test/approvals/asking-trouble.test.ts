/* What goes wrong while people are being asked: a row that somebody edited, a store that fails. */
import { expect, test } from 'vitest';
import type { ApprovalsOfAction, Requested } from '../../src/store/store.ts';
import { bentStore, full } from '../bent-store.ts';
import { evidenceOf } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

const none: ApprovalsOfAction = { live: null, ended: null, rejected: null, overdue: [] };

async function bent() {
  const { store, real, bend } = bentStore();
  return { ...(await openCounter({ store })), real, bend };
}

test.each(['existing', 'rejected'] as const)(
  'a row that is met as %s only while asking is verified like any other',
  async (kind) => {
    const { boundary, refund, real, bend } = await bent();
    const { id } = pendingOf(await refund());
    const row = (await real.approval('acme', id))!;
    const met: Requested = { kind, approval: { ...row, execution: 'e-9' } };
    bend({ approvalsOf: () => none, requestApproval: () => met });
    await expect(refund(100, 'refund again')).rejects.toMatchObject({
      name: 'DecisionUnavailable',
      code: 'state_tampered',
    });
    const faults = (await evidenceOf(boundary)).filter(({ type }) => type === 'fault');
    expect(faults.map(({ body }) => [body['step'], body['code']])).toEqual([['ask', 'state_tampered']]);
    bend({});
    expect(pendingOf(await refund(100, 'refund again')).id).toBe(id);
  },
);

test.each(['approvalsOf', 'requestApproval', 'finish'] as const)(
  'a store that fails in %s says so itself, and the same call may come again',
  async (operation) => {
    const { refund, bend } = await bent();
    if (operation === 'finish') await refund(100, 'before');
    bend({ [operation]: full });
    await expect(refund()).rejects.toMatchObject({ name: 'BoundaryError', code: 'store_failed' });
    bend({});
    expect((await refund()).kind).toBe('pending');
  },
);

test('one that has expired by the time it is met gives way to a new one, and is not waited for', async () => {
  const { clock, refund, real, bend } = await bent();
  const { id, expiresAt } = pendingOf(await refund());
  const row = (await real.approval('acme', id))!;
  clock.set(expiresAt);
  let asked = 0;
  bend({
    approvalsOf: (tenant, about) => (asked === 0 ? none : real.approvalsOf(tenant, about)),
    requestApproval: (request) => {
      asked += 1;
      return asked === 1 ? { kind: 'existing', approval: row } : real.requestApproval(request);
    },
  });
  const anew = pendingOf(await refund(100, 'refund again'));
  expect(anew.id).not.toBe(id);
  expect(anew.expiresAt).toBeGreaterThan(expiresAt);
});

/* What follows when an operator finds that an unknown effect did not happen, and allows the call once more. */
import { expect, test } from 'vitest';
import { bentStore } from './bent-store.ts';
import { evidenceOf, held, reasonOf, turns } from './desk.ts';
import { deskKeys, resolveCall, rowOf, unknownEnd } from './operator.ts';

/** A desk whose first cancellation ended nobody knows how, and an operator who finds that it did not happen. */
async function unknownOnce() {
  const { real } = bentStore();
  const opened = await unknownEnd({ store: real });
  const { operator, given } = opened;
  const allowOnceMore = async () => {
    const resolved = await operator.claims.resolve(given[0]!, {
      as: 'retryable',
      reason: 'not on the statement',
    });
    expect(resolved).toMatchObject({ kind: 'resolved', from: 'indeterminate', to: 'retryable' });
  };
  return { ...opened, real, allowOnceMore };
}

test('the same call is admitted once more, under the execution id of the first try [V-097]', async () => {
  const { real, boundary, given, cancel, allowOnceMore } = await unknownOnce();
  expect(await cancel('call-1')).toMatchObject({ kind: 'indeterminate', executionId: given[0] });
  await allowOnceMore();
  expect(await cancel('call-1')).toMatchObject({ kind: 'executed', executionId: given[0] });
  expect(given).toEqual([given[0], given[0]]);
  expect(await cancel('call-1')).toMatchObject({ kind: 'replayed', executionId: given[0] });
  const row = await rowOf(real);
  expect(row).toMatchObject({ state: 'completed', execution: given[0], revision: 5 });
  const records = (await evidenceOf(boundary)).filter(({ authentic }) => authentic);
  const executions = records.map(({ body }) => body['execution']).filter((id) => id !== undefined);
  expect(new Set(executions)).toEqual(new Set([given[0]]));
  expect(executions).toHaveLength(5);
});

test('the call that goes on holds its operation again: another is told so, and runs nothing [V-097]', async () => {
  const { desk, given, cancel, allowOnceMore } = await unknownOnce();
  await allowOnceMore();
  const end = held();
  desk.cancel = (_order, executionId) => {
    given.push(executionId);
    return end.promise;
  };
  const running = cancel('call-1');
  await turns();
  expect(await cancel('call-2')).toMatchObject({ reason: 'duplicate', detail: 'claimed' });
  expect((await cancel('call-1')).kind).toBe('in_progress');
  end.resolve('cancelled');
  expect((await running).kind).toBe('executed');
  expect(await cancel('call-2')).toMatchObject({ reason: 'duplicate', detail: 'completed' });
  expect(given).toHaveLength(2);
});

test('one that was left its operation keeps it from others until it goes on [V-097]', async () => {
  const { real, cancel } = await unknownOnce();
  await resolveCall(real, { state: 'retryable' });
  expect(await cancel('call-2')).toMatchObject({ reason: 'duplicate', detail: 'retryable' });
  expect((await cancel('call-1')).kind).toBe('executed');
});

test('where another call took the operation meanwhile, the first one is its duplicate [V-097]', async () => {
  const { given, cancel, allowOnceMore } = await unknownOnce();
  await allowOnceMore();
  expect((await cancel('call-2')).kind).toBe('executed');
  expect(given[1]).not.toBe(given[0]);
  expect(await cancel('call-1')).toMatchObject({ reason: 'duplicate', detail: 'completed' });
  expect(given).toHaveLength(2);
});

test('one more try is for the same arguments alone [V-097, B-026]', async () => {
  const { session, given, allowOnceMore } = await unknownOnce();
  await allowOnceMore();
  const other = session.call('orders.cancel', { orderId: 'o-2' }, { callId: 'call-1' });
  expect(reasonOf(await other)).toBe('call_id_reused');
  expect(given).toHaveLength(1);
});

test('nobody but the holder of the key can allow it [V-097, D-009]', async () => {
  const { real, cancel, given } = await unknownOnce();
  const row = await rowOf(real);
  const mac = deskKeys.mac('countersign/other/v1', [row.execution]);
  const seen = { revision: row.revision, mac: row.mac };
  const record = { tenant: 'acme', id: 'e', type: 'call.resolved', at: 0, body: '{}', previous: null, mac };
  await real.settle({
    seen,
    call: { ...row, state: 'retryable', holds: null, mac },
    giveBack: [],
    approval: null,
    history: null,
    run: null,
    evidence: record,
  });
  await expect(cancel('call-1')).rejects.toMatchObject({ code: 'state_tampered' });
  expect(given).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { evidenceOf, openDesk, reasonOf, turns } from './desk.ts';

test('past its deadline a write is indeterminate, its signal is aborted, and a late end still completes it [D-016]', async () => {
  const { boundary, session, desk, clock } = await openDesk();
  let finish = (_: unknown) => {};
  let signal: AbortSignal | undefined;
  desk.cancel = (_order, _execution, given) => {
    signal = given;
    return new Promise((resolve) => (finish = resolve));
  };
  const running = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await turns();
  clock.advance(60_001);
  expect((await running).kind).toBe('indeterminate');
  expect(signal?.aborted).toBe(true);
  expect((await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe(
    'indeterminate',
  );
  expect(await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-2' })).toMatchObject({
    reason: 'duplicate',
    detail: 'indeterminate',
  });
  finish({ late: true });
  await turns();
  expect(await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).toMatchObject({
    kind: 'replayed',
    value: { late: true },
  });
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types.filter((type) => type === 'call.indeterminate')).toHaveLength(1);
  expect(types.at(-1)).toBe('call.answered');
});

test('an authorizer that does not answer in time is a fault of policy, and nothing ran [B-092]', async () => {
  const { boundary, session, desk, clock } = await openDesk({ decisionDeadline: 1_000 });
  desk.authorize = () => new Promise(() => {});
  const asked = session.call('orders.cancel', { orderId: 'o-1' });
  await turns();
  clock.advance(1_001);
  expect(reasonOf(await asked)).toBe('authorization_error');
  expect((await evidenceOf(boundary))[0]!.body).toMatchObject({ fault: true, gate: 'authorization' });
  expect(desk.effects).toEqual([]);
});

for (const [title, answer] of [
  [
    'throws',
    () => {
      throw new Error('guard down');
    },
  ],
  ['rejects', () => Promise.reject(new Error('guard down'))],
  ['answers undefined', () => undefined],
  ['answers a truthy text', () => 'yes'],
  ['answers an object that looks like a permit', () => ({ kind: 'permit' })],
  ['answers a promise of one', () => Promise.resolve({ kind: 'permit' })],
  ['answers NaN', () => Number.NaN],
] as const) {
  test(`an authorizer that ${title} permits nothing, and is recorded as a fault [B-092, D-002]`, async () => {
    const { boundary, session, desk } = await openDesk();
    desk.authorize = answer;
    expect(reasonOf(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('authorization_error');
    expect((await evidenceOf(boundary))[0]!.body).toMatchObject({
      reason: 'authorization_error',
      fault: true,
    });
    expect(desk.effects).toEqual([]);
  });
}

test('an effect waits for a check that is slow to deny [B-094]', async () => {
  const { session, desk } = await openDesk();
  let deny = (_: unknown) => {};
  desk.authorize = () => new Promise((resolve) => (deny = resolve));
  const asked = session.call('orders.cancel', { orderId: 'o-1' });
  await turns();
  expect(desk.effects).toEqual([]);
  deny(false);
  expect(reasonOf(await asked)).toBe('unauthorized');
  expect(desk.effects).toEqual([]);
});

test('a loader that fails is a fault that is thrown on with its cause, not a denial [V-069, V-077]', async () => {
  const { boundary, session, desk } = await openDesk();
  const failure = new Error('database of orders down');
  desk.onLoad = (count) => {
    if (count === 2) throw failure;
  };
  const asked = session.call('orders.cancel', { orderId: 'o-1' });
  await expect(asked).rejects.toMatchObject({ code: 'decision_unavailable', cause: failure });
  expect((await evidenceOf(boundary))[0]).toMatchObject({ type: 'fault', body: { step: 'refresh' } });
  expect(desk.effects).toEqual([]);
});

test('a target that disappears before the effect is a recorded denial [V-077]', async () => {
  const { boundary, session, desk } = await openDesk();
  desk.onLoad = (count) => {
    if (count === 2) desk.orders.delete('o-1');
  };
  expect(reasonOf(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('target_gone');
  expect((await evidenceOf(boundary))[0]!.body['reason']).toBe('target_gone');
});

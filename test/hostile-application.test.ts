/* Whatever the application's own code throws or hands out, the boundary says the truth about it. */
import { expect, test } from 'vitest';
import { BoundaryError, DecisionUnavailable, SettlementFailed } from '../src/index.ts';
import { evidenceOf, openDesk, reasonOf } from './desk.ts';

/** A proxy that throws when it is looked at in any way. */
function untouchable(): object {
  const trap = () => {
    throw new Error('do not look');
  };
  return new Proxy({}, { has: trap, get: trap, getPrototypeOf: trap, ownKeys: trap });
}

/** What an application may throw that looks like ours. */
const thrown: readonly (readonly [title: string, value: () => unknown])[] = [
  ['an error', () => new Error('down')],
  ['a text', () => 'down'],
  ['nothing', () => undefined],
  ['what wears the mark of our errors', () => ({ [Symbol.for('countersign.error')]: 'BoundaryError' })],
  ['an error of a store of its own', () => new BoundaryError('store_failed', 'its own store')],
  ['an error of another boundary', () => new DecisionUnavailable('state_tampered', 'elsewhere')],
  ['a failure to settle elsewhere', () => new SettlementFailed({ id: 'e-9', effect: 'happened', output: 1 })],
];

for (const [title, value] of thrown) {
  test(`a loader that throws ${title} is a fault of the load, on record, and nothing runs [V-069]`, async () => {
    for (const [count, step] of [
      [1, 'load'],
      [2, 'refresh'],
    ] as const) {
      const { boundary, session, desk } = await openDesk();
      const cause = value();
      desk.onLoad = (load) => (load === count ? Promise.reject(cause) : undefined);
      const called = session.call('orders.cancel', { orderId: 'o-1' });
      await expect(called).rejects.toThrow(DecisionUnavailable);
      await expect(called).rejects.toMatchObject({ code: 'decision_unavailable', cause });
      expect(await evidenceOf(boundary)).toMatchObject([
        { type: 'fault', body: { step, code: 'decision_unavailable', capability: 'orders.cancel' } },
      ]);
      expect(desk.effects).toEqual([]);
    }
  });

  test(`an executor that throws ${title} leaves an unknown outcome, and evidence says that it threw [D-015]`, async () => {
    const { boundary, session, desk } = await openDesk();
    const cause = value();
    desk.cancel = () => Promise.reject(cause);
    const outcome = await session.call('orders.cancel', { orderId: 'o-1' });
    expect(outcome.kind).toBe('indeterminate');
    expect('cause' in outcome ? outcome.cause : undefined).toBe(cause);
    expect((await evidenceOf(boundary)).at(-1)).toMatchObject({
      type: 'call.indeterminate',
      body: { ended: 'threw' },
    });
  });
}

test('an executor that throws what cannot be looked at leaves an unknown outcome like any other [D-015]', async () => {
  for (const promised of [false, true]) {
    const { boundary, session, desk } = await openDesk();
    desk.cancel = () => {
      if (promised) return Promise.reject(untouchable());
      throw untouchable() as Error;
    };
    const outcome = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    expect(outcome.kind).toBe('indeterminate');
    expect((await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe(
      'indeterminate',
    );
    expect((await evidenceOf(boundary)).map(({ type }) => type)).toEqual([
      'call.admitted',
      'call.indeterminate',
      'call.answered',
    ]);
  }
});

test('an authorizer that throws or answers what cannot be looked at permits nothing [B-092]', async () => {
  for (const authorize of [
    () => Promise.reject(untouchable()),
    () => {
      throw untouchable() as Error;
    },
  ]) {
    const { boundary, session, desk } = await openDesk();
    desk.authorize = authorize;
    expect(reasonOf(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('authorization_error');
    expect(await evidenceOf(boundary)).toMatchObject([{ type: 'call.refused', body: { fault: true } }]);
    expect(desk.effects).toEqual([]);
  }
});

test('an executor that returns what cannot be looked at is settled without it [B-134]', async () => {
  const { boundary, session, desk } = await openDesk();
  desk.cancel = () => ({ proxy: untouchable() });
  const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect((await call()).kind).toBe('executed');
  expect(await call()).not.toHaveProperty('value');
  expect((await evidenceOf(boundary)).map(({ type }) => type)).toEqual([
    'call.admitted',
    'call.executed',
    'call.answered',
  ]);
});

test('a loader that rejects with a proxy full of traps is a fault on record [V-069]', async () => {
  const { boundary, session, desk } = await openDesk();
  const trap = () => {
    throw new Error('trap');
  };
  desk.onLoad = () => Promise.reject(new Proxy({}, { has: trap, get: trap, getPrototypeOf: trap }));
  await expect(session.call('orders.cancel', { orderId: 'o-1' })).rejects.toMatchObject({
    code: 'decision_unavailable',
  });
  expect(await evidenceOf(boundary)).toHaveLength(1);
});

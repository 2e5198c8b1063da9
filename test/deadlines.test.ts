import { expect, test } from 'vitest';
import { capability, type Capability, DecisionUnavailable } from '../src/index.ts';
import { bentStore, full } from './bent-store.ts';
import { evidenceOf, held, openDesk, reasonOf, turns } from './desk.ts';

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

test('a deadline begins at admission, however long was decided before, and a call that runs in it is in progress [D-016]', async () => {
  const { session, desk, clock } = await openDesk({ decisionDeadline: 100_000 });
  const end = held();
  const answers: ((answer: boolean) => void)[] = [];
  let left: AbortSignal | undefined;
  desk.authorize = () => new Promise((resolve) => answers.push(resolve));
  desk.cancel = (_order, _execution, signal) => {
    left = signal;
    return end.promise;
  };
  const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  const running = call();
  for (const turn of [0, 1]) {
    await turns();
    clock.advance(50_000);
    answers[turn]!(true);
  }
  await turns();
  clock.advance(59_999);
  expect(left?.aborted).toBe(false);
  expect((await call()).kind).toBe('in_progress');
  end.resolve('done');
  expect((await running).kind).toBe('executed');
});

test('a late end that nobody can record or be told of does not end the process [D-016]', async () => {
  const { store, bend } = bentStore();
  const said: string[] = [];
  const { session, desk, clock } = await openDesk({
    store,
    say: (sentence) => {
      said.push(sentence);
      throw new Error('the pipe is broken');
    },
  });
  const end = held();
  desk.cancel = () => end.promise;
  const running = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await turns();
  bend({ settle: full, appendEvidence: full });
  clock.advance(60_000);
  expect((await running).kind).toBe('indeterminate');
  end.resolve('late');
  await turns();
  expect(said).toEqual([
    'countersign: evidence could not be written (store_failed)',
    'countersign: evidence could not be written (settlement_failed)',
  ]);
  bend({});
  clock.advance(1);
  expect((await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe(
    'indeterminate',
  );
});

test('a schema that does not answer in time is a fault on record, and nothing ran [B-092]', async () => {
  const ran: string[] = [];
  const slow = capability({
    name: 'a.slow',
    effect: 'write',
    ask: 'never',
    version: '1',
    input: { '~standard': { version: 1, vendor: 'slow', validate: () => new Promise<never>(() => {}) } },
    authorize: () => ran.push('authorize') > 0,
    execute: () => ran.push('execute'),
  }) as Capability;
  const { boundary, session, clock } = await openDesk({ capabilities: [slow], decisionDeadline: 1_000 });
  const called = session.call('a.slow', {});
  const refused = expect(called).rejects.toMatchObject({ code: 'decision_unavailable' });
  await turns();
  clock.advance(1_000);
  await refused;
  await expect(called).rejects.toThrow(DecisionUnavailable);
  expect(await evidenceOf(boundary)).toMatchObject([{ type: 'fault', body: { step: 'validate' } }]);
  expect(ran).toEqual([]);
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

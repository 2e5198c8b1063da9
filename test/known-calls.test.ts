import { expect, test, vi } from 'vitest';
import { capability, type Capability, EffectNotPerformed, jsonSchema } from '../src/index.ts';
import { evidenceOf, held, openDesk, reasonOf } from './desk.ts';

test('a call that is sent again keeps its result and its execution id, and another call has another one [S-075]', async () => {
  const { session, desk } = await openDesk();
  const given: string[] = [];
  desk.cancel = (order, executionId) => {
    given.push(executionId);
    return { cancelled: order.id };
  };
  desk.authorize = () => true;
  const cancel = (orderId: string, callId: string) => session.call('orders.cancel', { orderId }, { callId });
  const first = await cancel('o-1', 'call-1');
  const again = await cancel('o-1', 'call-1');
  const other = await cancel('o-2', 'call-2');
  expect(first.kind).toBe('executed');
  expect(again).toMatchObject({ kind: 'replayed', value: { cancelled: 'o-1' } });
  expect(other.kind).toBe('executed');
  const ids = [first, again, other].map((outcome) => ('executionId' in outcome ? outcome.executionId : ''));
  expect(ids).toEqual([given[0], given[0], given[1]]);
  expect(given[0]).not.toBe(given[1]);
  expect(given).toHaveLength(2);
});

test('a replay needs no right and no target that is still there [D-005]', async () => {
  const { session, desk } = await openDesk();
  await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  desk.orders.clear();
  const again = await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(again).toMatchObject({ kind: 'replayed', value: { id: 'o-1', status: 'open' } });
});

test('a kept result expires, and the replay then says only that it ran [D-018]', async () => {
  const { session, clock } = await openDesk({ resultTtl: 1_000 });
  await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  clock.advance(1_001);
  const again = await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(again.kind).toBe('replayed');
  expect(again).not.toHaveProperty('value');
});

test('the same id in another conversation, of another principal or tenant is another call [B-064]', async () => {
  const { boundary, session, desk } = await openDesk();
  desk.authorize = () => true;
  await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  const others = [
    { tenant: 'acme', principal: 'ann', conversation: 'c-2' },
    { tenant: 'acme', principal: 'bob', conversation: 'c-1' },
  ];
  for (const context of others) {
    const outcome = await boundary
      .session(context)
      .call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
    expect(outcome.kind).toBe('executed');
  }
  const foreign = boundary.session({ tenant: 'other', principal: 'ann', conversation: 'c-1' });
  expect(reasonOf(await foreign.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' }))).toBe(
    'target_not_found',
  );
  expect(desk.effects).toEqual(['view o-1', 'view o-1', 'view o-1']);
});

test('parallel calls of one tool without an id are calls of their own [B-026]', async () => {
  const { session, desk } = await openDesk();
  desk.authorize = () => true;
  const [one, two] = await Promise.all([
    session.call('orders.view', { orderId: 'o-1' }),
    session.call('orders.view', { orderId: 'o-2' }),
  ]);
  expect(one.callId).not.toBe(two.callId);
  expect(one).toMatchObject({ kind: 'executed', value: { id: 'o-1' } });
  expect(two).toMatchObject({ kind: 'executed', value: { id: 'o-2' } });
});

test('a call id that is blank, malformed or no text is refused: it would be the id of every call [B-026]', async () => {
  const { boundary, session, desk } = await openDesk();
  for (const callId of ['', ' ', '\ud800', 7]) {
    const called = session.call('orders.view', { orderId: 'o-1' }, { callId: callId as string });
    await expect(called).rejects.toMatchObject({ code: 'context_invalid' });
  }
  expect(desk.effects).toEqual([]);
  expect(await evidenceOf(boundary)).toEqual([]);
  const absent = { callId: null as unknown as string };
  expect((await session.call('orders.view', { orderId: 'o-1' }, absent)).kind).toBe('executed');
});

test('true is not 1, "1" is not 1, and an added default is not its absence [B-016]', async () => {
  const { session } = await openDesk();
  const pairs: [unknown, unknown][] = [
    [
      { orderId: 'o-1', note: 'x', loud: 1 },
      { orderId: 'o-1', note: 'x', loud: true },
    ],
    [
      { orderId: 'o-1', note: '1' },
      { orderId: 'o-1', note: 1 },
    ],
    [
      { orderId: 'o-1', note: 'x' },
      { orderId: 'o-1', note: 'x', loud: false },
    ],
  ];
  const accepted = { callId: 'call-b' };
  await session.call('orders.note', { orderId: 'o-1', note: 'x', loud: true }, { callId: 'call-a' });
  expect(reasonOf(await session.call('orders.note', pairs[0]![0], { callId: 'call-a' }))).toBe(
    'call_id_reused',
  );
  await session.call('orders.note', pairs[1]![0], accepted);
  expect(reasonOf(await session.call('orders.note', pairs[1]![1], accepted))).toBe('call_id_reused');
  await session.call('orders.note', pairs[2]![0], { callId: 'call-c' });
  expect(reasonOf(await session.call('orders.note', pairs[2]![1], { callId: 'call-c' }))).toBe(
    'call_id_reused',
  );
});

test('one operation is admitted once, under whatever id and wording it comes [V-091, V-095]', async () => {
  const { session, desk } = await openDesk();
  await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  const again = await session.call('orders.cancel', '{ "orderId" : "o-1" }', { callId: 'call-2' });
  expect(again).toMatchObject({ kind: 'denied', reason: 'duplicate', detail: 'completed' });
  expect(again).not.toHaveProperty('value');
  desk.authorize = () => true;
  expect((await session.call('orders.cancel', { orderId: 'o-2' }, { callId: 'call-3' })).kind).toBe(
    'executed',
  );
});

test('without a declared key the same write blocks its like while it is open, and is free once completed [D-019]', async () => {
  const { boundary, session, desk } = await openDesk();
  const stranger = boundary.session({ tenant: 'acme', principal: 'bob', conversation: 'c-1' });
  const end = held();
  let running = 0;
  desk.authorize = () => true;
  desk.note = () => {
    running += 1;
    return running === 1 ? end.promise : 'noted';
  };
  const note = { orderId: 'o-1', note: 'hello' };
  const first = session.call('orders.note', note);
  await vi.waitUntil(() => running === 1);
  expect(await session.call('orders.note', note)).toMatchObject({
    kind: 'denied',
    reason: 'duplicate',
    detail: 'claimed',
  });
  expect((await session.call('orders.note', { ...note, note: 'other' })).kind).toBe('executed');
  expect((await stranger.call('orders.note', note)).kind).toBe('executed');
  end.resolve('noted');
  expect((await first).kind).toBe('executed');
  expect((await session.call('orders.note', note)).kind).toBe('executed');
  expect(running).toBe(4);
});

test('a duplicate from inside the executor is refused as already active [V-093]', async () => {
  const { session, desk } = await openDesk();
  let inner: unknown;
  desk.cancel = async () => {
    inner = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-2' });
    return 'done';
  };
  const outer = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(outer.kind).toBe('executed');
  expect(inner).toMatchObject({ kind: 'denied', reason: 'duplicate', detail: 'claimed' });
});

test('the same call sent while it is being executed is in progress, at once [D-005]', async () => {
  const { session, desk } = await openDesk();
  let finish = (_: unknown) => {};
  desk.cancel = () => new Promise((resolve) => (finish = resolve));
  const running = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await Promise.resolve();
  const again = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(again.kind).toBe('in_progress');
  finish('done');
  expect((await running).kind).toBe('executed');
});

test('an executor that throws leaves the operation unknown and blocked [V-094, D-015]', async () => {
  const { boundary, session, desk } = await openDesk();
  const failure = new Error('card 4111 declined');
  desk.cancel = () => {
    throw failure;
  };
  const outcome = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(outcome).toMatchObject({ kind: 'indeterminate', cause: failure });
  expect(JSON.stringify(outcome)).not.toContain('4111');
  const again = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(again.kind).toBe('indeterminate');
  const other = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-2' });
  expect(other).toMatchObject({ kind: 'denied', reason: 'duplicate', detail: 'indeterminate' });
  expect(JSON.stringify(await evidenceOf(boundary))).not.toContain('4111');
});

test('whatever ends an execution but EffectNotPerformed leaves it unknown, and that alone frees its operation [D-015]', async () => {
  const ends: readonly (readonly [thrown: unknown, kind: string, other: string])[] = [
    [new EffectNotPerformed(), 'failed', 'executed'],
    [new Error('declined'), 'indeterminate', 'duplicate'],
    [Object.assign(new Error('declined'), { name: 'EffectNotPerformed' }), 'indeterminate', 'duplicate'],
    [new Error('wrapped', { cause: new EffectNotPerformed() }), 'indeterminate', 'duplicate'],
    ['declined', 'indeterminate', 'duplicate'],
    [undefined, 'indeterminate', 'duplicate'],
  ];
  for (const [thrown, kind, other] of ends) {
    const { session, desk } = await openDesk();
    const cancel = desk.cancel;
    desk.cancel = () => Promise.reject(thrown);
    const call = (callId: string) => session.call('orders.cancel', { orderId: 'o-1' }, { callId });
    expect((await call('call-1')).kind).toBe(kind);
    desk.cancel = cancel;
    expect((await call('call-1')).kind).toBe(kind);
    const next = await call('call-2');
    expect(next.kind === 'denied' ? next.reason : next.kind).toBe(other);
    expect(desk.effects).toHaveLength(other === 'executed' ? 1 : 0);
  }
});

test('a read that is to happen once is admitted like a write, and has done nothing all the same where it throws [D-027]', async () => {
  let reads = 0;
  const draw = capability({
    name: 'tickets.draw',
    effect: 'read',
    input: jsonSchema<{ readonly day: string }>({
      type: 'object',
      properties: { day: { type: 'string' } },
      required: ['day'],
    }),
    authorize: () => true,
    once: ({ input }) => ({ day: input.day }),
    execute: () => {
      reads += 1;
      if (reads === 1) throw new Error('replica down');
      return reads;
    },
  }) as Capability;
  const { boundary, session } = await openDesk({ capabilities: [draw] });
  const call = (callId: string) => session.call('tickets.draw', { day: 'monday' }, { callId });
  expect((await call('call-1')).kind).toBe('failed');
  expect((await call('call-1')).kind).toBe('failed');
  expect(await call('call-2')).toMatchObject({ kind: 'executed', value: 2 });
  expect(await call('call-3')).toMatchObject({ reason: 'duplicate', detail: 'completed' });
  expect((await evidenceOf(boundary)).map(({ type }) => type)).toEqual([
    'call.admitted',
    'call.failed',
    'call.answered',
    'call.admitted',
    'call.executed',
    'call.refused',
  ]);
});

test('a read that throws has done nothing: it failed, and a new call may try again [D-027]', async () => {
  const { session, desk } = await openDesk();
  const order = desk.orders.get('o-1')!;
  Object.defineProperty(order, 'status', {
    configurable: true,
    get() {
      throw new Error('replica down');
    },
  });
  expect((await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe('failed');
  Object.defineProperty(order, 'status', { value: 'open', writable: true });
  expect((await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe('failed');
  expect((await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-2' })).kind).toBe('executed');
});

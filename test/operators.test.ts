/* What an operator can do about a call whose end nobody knows, and what follows from it. */
import { expect, test } from 'vitest';
import { type BoundaryOptions, createBoundary } from '../src/index.ts';
import { bentStore } from './bent-store.ts';
import { deskCapabilities, evidenceOf, held, openDesk, reasonOf, turns } from './desk.ts';
import { knowsOperators, unknownEnd } from './operator.ts';

const reason = 'the provider’s statement has it';

test('the claims whose end is not known are listed by execution id, without their content [V-102]', async () => {
  const { boundary, session, clock, desk, operator, given } = await unknownEnd();
  desk.note = () => held().promise;
  // Ids of one millisecond are in no order.
  clock.advance(1);
  const input = { orderId: 'o-1', note: 'a note that nobody else reads' };
  const running = session.call('orders.note', input, { callId: 'call-2' });
  await turns();
  const listed = await operator.claims.list();
  expect(listed).toMatchObject({
    kind: 'listed',
    claims: [
      { executionId: given[0], capability: 'orders.cancel', state: 'indeterminate', revision: 2 },
      { capability: 'orders.note', state: 'claimed', since: clock.now(), revision: 1 },
    ],
    next: null,
  });
  expect(JSON.stringify(listed)).not.toMatch(/nobody else reads|o-1|ann|c-1|call-/);
  clock.advance(60_001);
  expect((await running).kind).toBe('indeterminate');
  expect(await operator.claims.list()).toMatchObject({
    claims: [{ state: 'indeterminate' }, { state: 'indeterminate' }],
  });
  expect((await evidenceOf(boundary)).map(({ type }) => type)).not.toContain('operator.refused');
});

test('pages of claims follow one another', async () => {
  const { session, desk, operator } = await unknownEnd();
  desk.note = () => {
    throw new Error('connection lost');
  };
  await session.call('orders.note', { orderId: 'o-1', note: 'hello' });
  const whole = await operator.claims.list();
  const ids = whole.kind === 'listed' ? whole.claims.map(({ executionId }) => executionId) : [];
  expect(ids).toHaveLength(2);
  const first = await operator.claims.list({ limit: 1 });
  expect(first).toMatchObject({ claims: [{ executionId: ids[0] }], next: ids[0] });
  expect(await operator.claims.list({ limit: 1, after: ids[0]! })).toMatchObject({
    claims: [{ executionId: ids[1] }],
    next: ids[1],
  });
  expect(await operator.claims.list({ limit: 1, after: ids[1]! })).toMatchObject({ claims: [], next: null });
});

test('one resolved as completed replays without a value, and blocks its operation for good [V-101]', async () => {
  const { boundary, cancel, given, operator } = await unknownEnd();
  expect(await operator.claims.resolve(given[0]!, { as: 'completed', reason })).toEqual({
    kind: 'resolved',
    executionId: given[0],
    capability: 'orders.cancel',
    from: 'indeterminate',
    to: 'completed',
    forced: false,
  });
  const again = await cancel('call-1');
  expect(again).toMatchObject({ kind: 'replayed', executionId: given[0] });
  expect(again).not.toHaveProperty('value');
  expect(await cancel('call-2')).toMatchObject({ reason: 'duplicate', detail: 'completed' });
  expect(given).toHaveLength(1);
  expect(await operator.claims.show(given[0]!)).toMatchObject({
    claim: { state: 'completed', revision: 3 },
  });
  expect(await operator.claims.list()).toMatchObject({ claims: [] });
  const records = await evidenceOf(boundary);
  expect(records.find(({ type }) => type === 'claim.resolved')).toMatchObject({
    authentic: true,
    body: {
      capability: 'orders.cancel',
      execution: given[0],
      from: 'indeterminate',
      to: 'completed',
      forced: false,
      second: null,
      reason,
    },
  });
  expect(JSON.stringify(records)).not.toContain('olga');
});

test('an operation without `once` is free again once its claim is completed [V-098]', async () => {
  const { session, desk, operator } = await unknownEnd();
  desk.note = () => {
    throw new Error('connection lost');
  };
  const note = () => session.call('orders.note', { orderId: 'o-1', note: 'hello' });
  const lost = await note();
  expect(reasonOf(await note())).toBe('duplicate');
  const id = lost.kind === 'indeterminate' ? lost.executionId : '';
  expect(await operator.claims.resolve(id, { as: 'completed', reason })).toMatchObject({ kind: 'resolved' });
  desk.note = () => 'noted';
  expect((await note()).kind).toBe('executed');
});

test('what a capability said of `once` counts as yes where it is not registered any more', async () => {
  const { real, database } = bentStore();
  const first = await unknownEnd({ store: real });
  first.desk.note = () => {
    throw new Error('connection lost');
  };
  const lost = await first.session.call('orders.note', { orderId: 'o-1', note: 'bye' });
  const id = lost.kind === 'indeterminate' ? lost.executionId : '';
  await first.boundary.close();
  const [view] = deskCapabilities(first.desk);
  const options = { capabilities: [view], store: real, mode: 'development', key: 'ab'.repeat(32) } as const;
  const boundary = await createBoundary({ ...options, directory: knowsOperators, say: () => {} });
  const { claims } = boundary.operator({ tenant: 'acme', id: 'olga' });
  expect(await claims.resolve(id, { as: 'completed', reason })).toMatchObject({ kind: 'resolved' });
  const kept = database.prepare('SELECT holds FROM countersign_call WHERE execution = ?').get(id);
  expect(kept).toEqual({ holds: expect.any(String) });
  await boundary.close();
});

test('one that is running takes force, and says so; its executor is told that its effect is on record otherwise [V-102, V-103]', async () => {
  const { boundary, session, desk, operator, executions } = await runningDesk();
  const end = held();
  desk.cancel = (_order, executionId) => {
    executions.push(executionId);
    return end.promise;
  };
  const running = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  const failed = expect(running).rejects.toMatchObject({
    name: 'SettlementFailed',
    effect: 'happened',
    executionId: expect.any(String),
    output: { cancelled: 'o-1' },
  });
  await turns();
  const id = executions[0]!;
  for (const as of ['completed', 'retryable'] as const)
    expect(await operator.claims.resolve(id, { as, reason })).toEqual({
      kind: 'refused',
      reason: 'still_active',
    });
  const forced = await operator.claims.resolve(id, { as: 'retryable', reason, force: true });
  expect(forced).toMatchObject({ kind: 'resolved', from: 'claimed', to: 'retryable', forced: true });
  end.resolve({ cancelled: 'o-1' });
  await failed;
  expect(await operator.claims.show(id)).toMatchObject({ claim: { state: 'retryable' } });
  const records = await evidenceOf(boundary);
  expect(records.filter(({ type }) => type === 'claim.resolved')).toMatchObject([
    { body: { from: 'claimed', forced: true } },
  ]);
});

test('of two operators at once one resolves, and the other is told that somebody was faster [V-114]', async () => {
  const { real, store, bend } = bentStore();
  const { operator, boundary, given } = await unknownEnd({ store });
  const other = boundary.operator({ tenant: 'acme', id: 'otto' });
  // Both have read the claim before either writes.
  const waiting: (() => void)[] = [];
  bend({
    settle: async (settlement) => {
      await new Promise<void>((go) => {
        waiting.push(go);
        if (waiting.length === 2) for (const one of waiting) one();
      });
      return real.settle(settlement);
    },
  });
  const answers = await Promise.all([
    operator.claims.resolve(given[0]!, { as: 'completed', reason }),
    other.claims.resolve(given[0]!, { as: 'retryable', reason }),
  ]);
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'resolved']);
  expect(answers.find(({ kind }) => kind === 'refused')).toEqual({ kind: 'refused', reason: 'moved' });
  const records = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(records.filter((type) => type === 'claim.resolved')).toHaveLength(1);
  expect(records.filter((type) => type === 'operator.refused')).toHaveLength(1);
});

test('an executor that ends while an operator resolves wins where it was first [V-103]', async () => {
  const { operator, boundary, desk, session, clock, executions } = await runningDesk();
  const end = held();
  desk.cancel = (_order, executionId) => {
    executions.push(executionId);
    return end.promise;
  };
  const running = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await turns();
  clock.advance(60_001);
  expect((await running).kind).toBe('indeterminate');
  end.resolve({ cancelled: 'o-1' });
  await turns();
  const late = await operator.claims.resolve(executions[0]!, { as: 'retryable', reason });
  expect(late).toEqual({ kind: 'refused', reason: 'not_unresolved' });
  expect((await evidenceOf(boundary)).at(-1)).toMatchObject({
    type: 'operator.refused',
    body: { act: 'claims.resolve', reason: 'not_unresolved', fault: false },
  });
});

async function runningDesk(options: Partial<BoundaryOptions> = {}) {
  const opened = await openDesk({ directory: knowsOperators, ...options });
  const operator = opened.boundary.operator({ tenant: 'acme', id: 'olga' });
  return { ...opened, operator, executions: [] as string[] };
}

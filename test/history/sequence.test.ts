import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { modelView } from '../../src/model-view.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { bentStore, full } from '../bent-store.ts';
import { evidenceOf, held, turns } from '../desk.ts';
import { ended, lostIn, openShop } from './shop.ts';

const sameOrder = 'order_rule: after orders.view with the same orderId';

test('a call that has to come after another does not come before it, and the rule is named [S-059]', async () => {
  const { boundary, session, shop } = await openShop();
  const before = await session.call('orders.cancel', { orderId: 'o-1' });
  expect(before).toMatchObject({ reason: 'order_rule', gate: 'sequence', detail: 'after orders.view' });
  expect(modelView(before)).toMatchObject({ rule: 'after orders.view' });
  expect(shop.effects).toEqual([]);
  await session.call('orders.view', { orderId: 'o-1' });
  expect(ended(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('executed');
  const refused = (await evidenceOf(boundary)).find(({ type }) => type === 'call.refused');
  expect(refused?.body).toMatchObject({ reason: 'order_rule', detail: 'after orders.view', fault: false });
});

test('a history tells when a call began and when it ended', async () => {
  const database = new Database(':memory:');
  const { session, shop, clock } = await openShop({ store: sqlite(database) });
  shop.onEffect = () => clock.advance(5);
  const began = clock.now();
  await session.call('orders.tip', { orderId: 'o-1' });
  const times = database.prepare('SELECT at FROM countersign_entry ORDER BY n').pluck().all();
  expect(times).toEqual([began, began + 5]);
});

test('the same id may come again once the rule is kept: nothing was consumed [S-059, D-003]', async () => {
  const { session } = await openShop();
  const cancel = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'c' });
  expect(ended(await cancel())).toBe('order_rule: after orders.view');
  await session.call('orders.view', { orderId: 'o-1' });
  expect([ended(await cancel()), ended(await cancel())]).toEqual(['executed', 'replayed']);
});

test('a call that was refused or that failed is none that another may come after [S-059]', async () => {
  const { session, shop } = await openShop();
  const view = () => session.call('orders.view', { orderId: 'o-1' });
  shop.mishaps.set('orders.view', 'denied');
  expect(ended(await view())).toBe('unauthorized');
  shop.mishaps.set('orders.view', 'throws');
  expect(ended(await view())).toBe('failed');
  expect(ended(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe(
    'order_rule: after orders.view',
  );
  shop.mishaps.clear();
  await view();
  shop.mishaps.set('orders.refund', 'not_performed');
  const refund = { orderId: 'o-1', amount: 4_200 };
  expect(ended(await session.call('orders.refund', refund))).toBe('failed');
  expect(ended(await session.call('orders.receipt', {}))).toBe('order_rule: after orders.refund');
});

test('a call is not after one that is still running [S-059]', async () => {
  const { session, shop } = await openShop();
  const { promise, resolve } = held<void>();
  shop.onEffect = () => promise;
  const view = session.call('orders.view', { orderId: 'o-1' });
  await turns();
  expect(ended(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe(
    'order_rule: after orders.view',
  );
  resolve();
  await view;
  expect(ended(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('executed');
});

test('an argument has to be what the call before returned: another value, a number for a text, and nothing are refused [S-059]', async () => {
  const { session } = await openShop();
  await session.call('orders.view', { orderId: '7' });
  for (const input of [{ orderId: '8' }, { orderId: 7 }, { orderId: null }, { orderId: ['7'] }, {}])
    expect(ended(await session.call('orders.cancel', input))).toBe(sameOrder);
  await session.call('orders.view', { orderId: '8' });
  for (const orderId of ['7', '8'])
    expect(ended(await session.call('orders.cancel', { orderId }))).toBe('executed');
});

test('several arguments have to be what one call returned, not one of each [S-059]', async () => {
  const { session, shop } = await openShop();
  await session.call('orders.view', { orderId: 'a' });
  shop.view = (id) => ({ id, total: { amount: 9 } });
  await session.call('orders.view', { orderId: 'b' });
  const refund = (orderId: string, amount: unknown) => session.call('orders.refund', { orderId, amount });
  const rule = 'order_rule: after orders.view with the same orderId, amount';
  for (const amount of [9, '4200', 4_200.5]) expect(ended(await refund('a', amount))).toBe(rule);
  expect(ended(await refund('b', 4_200))).toBe(rule);
  expect(ended(await refund('a', 4_200))).toBe('executed');
});

test.for<[what: string, view: () => unknown]>([
  ['nothing at the pointer', () => ({ name: 'o-1' })],
  ['null at the pointer', () => ({ id: null })],
  ['nothing', () => undefined],
  ['a text', () => 'o-1'],
])('a call that returned %s is none to name [S-059]', async ([, view]) => {
  const { session, shop } = await openShop();
  shop.view = view;
  expect(ended(await session.call('orders.view', { orderId: 'o-1' }))).toBe('executed');
  for (const input of [{ orderId: 'o-1' }, { orderId: null }, {}])
    expect(ended(await session.call('orders.cancel', input))).toBe(sameOrder);
});

test('what may not come after another does not, however that one ended, unless it failed [S-061]', async () => {
  const { session, shop, operator } = await openShop();
  const ship = () => session.call('orders.ship', {});
  await session.call('orders.view', { orderId: 'o-1' });
  expect(ended(await ship())).toBe('executed');
  shop.mishaps.set('orders.cancel', 'not_performed');
  await session.call('orders.cancel', { orderId: 'o-1' });
  expect(ended(await ship())).toBe('executed');
  shop.mishaps.set('orders.cancel', 'throws');
  const lost = lostIn(await session.call('orders.cancel', { orderId: 'o-1' }));
  expect(ended(await ship())).toBe('order_rule: not after orders.cancel');
  await operator.claims.resolve(lost, { as: 'retryable', reason: 'it never arrived' });
  expect(ended(await ship())).toBe('executed');
});

test('what may not come after another does not while that one runs [S-061]', async () => {
  const { session, shop } = await openShop();
  await session.call('orders.view', { orderId: 'o-1' });
  const { promise, resolve } = held<void>();
  shop.onEffect = (name) => (name === 'orders.cancel' ? promise : undefined);
  const cancel = session.call('orders.cancel', { orderId: 'o-1' });
  await turns();
  expect(ended(await session.call('orders.ship', {}))).toBe('order_rule: not after orders.cancel');
  resolve();
  expect(ended(await cancel)).toBe('executed');
});

test('at most so many counts over every session of a conversation, and over no other [S-061]', async () => {
  const { sessionOf } = await openShop();
  const tip = async (session = sessionOf()): Promise<string> => ended(await session.call('orders.tip', {}));
  expect([await tip(), await tip(), await tip()]).toEqual(['executed', 'executed', 'executed']);
  expect(await tip()).toBe('order_rule: at most 3');
  expect([await tip(sessionOf('ann', 'c-2')), await tip(sessionOf('bob'))]).toEqual(['executed', 'executed']);
});

test('what failed is not counted; what nobody knows the end of is, until somebody found out [S-061]', async () => {
  const { session, shop, operator } = await openShop();
  const tip = (orderId: string) => session.call('orders.tip', { orderId });
  shop.mishaps.set('orders.tip', 'not_performed');
  for (const id of ['a', 'b', 'c', 'd']) expect(ended(await tip(id))).toBe('failed');
  shop.mishaps.set('orders.tip', 'throws');
  const lost = [lostIn(await tip('e')), lostIn(await tip('f')), lostIn(await tip('g'))];
  shop.mishaps.clear();
  expect(ended(await tip('h'))).toBe('order_rule: at most 3');
  await operator.claims.resolve(lost[0]!, { as: 'completed', reason: 'on the statement' });
  expect(ended(await tip('h'))).toBe('order_rule: at most 3');
  await operator.claims.resolve(lost[1]!, { as: 'retryable', reason: 'not on the statement' });
  expect(ended(await tip('h'))).toBe('executed');
  expect(ended(await tip('i'))).toBe('order_rule: at most 3');
});

test('a step that is tried once more counts once, and keeps its rule [S-061]', async () => {
  const { session, shop, operator } = await openShop();
  await session.call('orders.tip', { orderId: 'a' });
  await session.call('orders.tip', { orderId: 'b' });
  shop.mishaps.set('orders.tip', 'throws');
  const again = () => session.call('orders.tip', { orderId: 'c' }, { callId: 'c' });
  const lost = lostIn(await again());
  await operator.claims.resolve(lost, { as: 'retryable', reason: 'it never arrived' });
  shop.mishaps.clear();
  expect(ended(await again())).toBe('executed');
  expect(ended(await session.call('orders.tip', { orderId: 'd' }))).toBe('order_rule: at most 3');
});

test('a step that was resolved as completed is one to come after, with nothing of a result to name [S-059]', async () => {
  const { session, shop, operator } = await openShop();
  await session.call('orders.view', { orderId: 'o-1' });
  shop.mishaps.set('orders.refund', 'throws');
  const lost = lostIn(await session.call('orders.refund', { orderId: 'o-1', amount: 4_200 }));
  expect(ended(await session.call('orders.receipt', {}))).toBe('order_rule: after orders.refund');
  await operator.claims.resolve(lost, { as: 'completed', reason: 'on the statement' });
  expect(ended(await session.call('orders.receipt', {}))).toBe('executed');
});

test('a claim past its deadline counts until somebody found out, and one that ends late counts as it ended [S-061]', async () => {
  const { session, shop, clock } = await openShop();
  await session.call('orders.tip', { orderId: 'a' });
  await session.call('orders.tip', { orderId: 'b' });
  const { promise, resolve } = held<void>();
  shop.onEffect = () => promise;
  const slow = session.call('orders.tip', { orderId: 'c' });
  await turns();
  clock.advance(60_000);
  await turns();
  shop.onEffect = () => {};
  expect(ended(await session.call('orders.tip', { orderId: 'd' }))).toBe('order_rule: at most 3');
  resolve();
  await slow;
  await turns();
  expect(ended(await session.call('orders.tip', { orderId: 'd' }))).toBe('order_rule: at most 3');
});

test('reads have rules too, and are counted where a rule counts them [S-061]', async () => {
  const { session } = await openShop();
  const look = (orderId: string) => session.call('orders.look', { orderId });
  expect(ended(await look('a'))).toBe('order_rule: after orders.view');
  await session.call('orders.view', { orderId: 'o-1' });
  expect([ended(await look('a')), ended(await look('a')), ended(await look('a'))]).toEqual([
    'executed',
    'executed',
    'order_rule: at most 2',
  ]);
});

test('a replay breaks no rule and counts nothing, whatever happened since [S-061, D-005]', async () => {
  const { session } = await openShop();
  const tip = (callId: string) => session.call('orders.tip', { orderId: callId }, { callId });
  for (const id of ['a', 'b', 'c']) await tip(id);
  for (const id of ['a', 'b', 'c', 'a']) expect(ended(await tip(id))).toBe('replayed');
  await session.call('orders.view', { orderId: 'o-1' });
  const ship = () => session.call('orders.ship', {}, { callId: 's' });
  await ship();
  await session.call('orders.cancel', { orderId: 'o-1' });
  expect(ended(await ship())).toBe('replayed');
});

test('of many calls at once exactly as many as may are admitted, whether they are of one session or not [S-061]', async () => {
  const { session, sessionOf, shop } = await openShop();
  const calls = Array.from({ length: 30 }, (_, n) =>
    (n % 2 === 0 ? session : sessionOf()).call('orders.tip', { orderId: `o-${n}` }),
  );
  const outcomes = (await Promise.all(calls)).map(ended);
  expect(outcomes.filter((one) => one === 'executed')).toHaveLength(3);
  expect(outcomes.filter((one) => one === 'order_rule: at most 3')).toHaveLength(27);
  expect(shop.effects).toHaveLength(3);
});

test('rules hold across processes: what another one admitted since the check is met in admission [S-061]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sequence-'));
  const [one, other] = [
    await openShop({ store: sqlite(join(folder, 'app.db')) }),
    await openShop({ store: sqlite(join(folder, 'app.db')) }),
  ];
  expect(ended(await one.session.call('orders.view', { orderId: 'o-1' }))).toBe('executed');
  let judged = 0;
  one.shop.onJudge = async (name) => {
    if (name !== 'orders.ship') return;
    judged += 1;
    // Re-verified, and not yet admitted.
    if (judged === 2)
      expect(ended(await other.session.call('orders.cancel', { orderId: 'o-1' }))).toBe('executed');
  };
  expect(ended(await one.session.call('orders.ship', {}))).toBe('order_rule: not after orders.cancel');
  expect(judged).toBe(2);
  expect(one.shop.effects).toEqual(['orders.view o-1']);

  const tip = ({ session }: typeof one) => session.call('orders.tip', {});
  const tips = [await tip(one), await tip(other), await tip(one), await tip(other), await tip(one)];
  expect(tips.map(ended)).toEqual([
    ...['executed', 'executed', 'executed'],
    ...['order_rule: at most 3', 'order_rule: at most 3'],
  ]);
  await one.boundary.close();
  await other.boundary.close();
  rmSync(folder, { recursive: true });
});

test('what moves again and again while a call is checked makes it contended, with nothing consumed [S-061, D-003]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sequence-'));
  const [one, other] = [
    await openShop({ store: sqlite(join(folder, 'app.db')) }),
    await openShop({ store: sqlite(join(folder, 'app.db')) }),
  ];
  let moved = 0;
  one.shop.onJudge = async () => {
    moved += 1;
    await other.session.call('orders.view', { orderId: `o-${moved}` });
  };
  const ship = () => one.session.call('orders.ship', {}, { callId: 's' });
  expect(ended(await ship())).toBe('contended');
  // Four times checked and re-verified.
  expect(moved).toBe(8);
  one.shop.onJudge = () => {};
  expect(ended(await ship())).toBe('executed');
  expect(one.shop.effects).toEqual(['orders.ship undefined']);
  await one.boundary.close();
  await other.boundary.close();
  rmSync(folder, { recursive: true });
});

test('a read with rules of its own that fails is not counted [S-061]', async () => {
  const { session, shop } = await openShop();
  await session.call('orders.view', { orderId: 'o-1' });
  const look = async (): Promise<string> => ended(await session.call('orders.look', { orderId: 'a' }));
  shop.mishaps.set('orders.look', 'throws');
  expect([await look(), await look(), await look()]).toEqual(['failed', 'failed', 'failed']);
  shop.mishaps.clear();
  expect([await look(), await look(), await look()]).toEqual([
    'executed',
    'executed',
    'order_rule: at most 2',
  ]);
});

test('an effect that could not be recorded counts as one whose end nobody knows [S-059, S-061]', async () => {
  const { store, bend } = bentStore();
  const { session, operator } = await openShop({ store });
  await session.call('orders.view', { orderId: 'o-1' });
  bend({ settle: full });
  const refund = { orderId: 'o-1', amount: 4_200 };
  await expect(session.call('orders.refund', refund)).rejects.toMatchObject({ name: 'SettlementFailed' });
  bend({});
  expect(ended(await session.call('orders.receipt', {}))).toBe('order_rule: after orders.refund');
  const listed = await operator.claims.list();
  if (listed.kind !== 'listed') throw new Error(listed.reason);
  const execution = listed.claims[0]!.executionId;
  await operator.claims.resolve(execution, { as: 'completed', reason: 'on the statement', force: true });
  expect(ended(await session.call('orders.receipt', {}))).toBe('executed');
});

test('a step that is called from inside another one waits for nothing, and is counted [S-061]', async () => {
  const { session, shop } = await openShop();
  const inner: string[] = [];
  shop.onEffect = async (name) => {
    if (name !== 'orders.tip' || inner.length > 0) return;
    inner.push('begun');
    inner.push(ended(await session.call('orders.tip', { orderId: 'inner' })));
  };
  expect(ended(await session.call('orders.tip', { orderId: 'outer' }))).toBe('executed');
  expect(inner).toEqual(['begun', 'executed']);
});

test('check and preflight name the rule and change nothing [S-059]', async () => {
  const { session, shop } = await openShop();
  const expected = { decision: 'deny', reason: 'order_rule' };
  expect(await session.check('orders.cancel', { orderId: 'o-1' })).toMatchObject(expected);
  await session.call('orders.view', { orderId: 'o-1' });
  expect(await session.check('orders.cancel', { orderId: 'o-1' })).toMatchObject({ decision: 'permit' });
  for (let n = 0; n < 5; n += 1)
    expect(await session.check('orders.tip', {})).toMatchObject({ decision: 'permit' });
  expect(shop.effects).toEqual(['orders.view o-1']);
});

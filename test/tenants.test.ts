/* Two tenants whose every id is the same, on one boundary and one database. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { sqlite } from '../src/store/sqlite/index.ts';
import { evidenceOf, held, openDesk, turns } from './desk.ts';

/** Sessions of two tenants that call everything the same: principal, subject, conversation, calls and orders. */
async function twins() {
  const database = new Database(':memory:');
  const opened = await openDesk({ store: sqlite(database) });
  const { boundary, desk } = opened;
  desk.authorize = () => true;
  const session = (tenant: string) => {
    const names = { principal: 'ann', subject: 'sue', conversation: 'c-1' };
    return boundary.session({ tenant, ...names }, { facts: { model: 'm-1' } });
  };
  // The one order changes hands between calls.
  const order = desk.orders.get('o-1')!;
  return { ...opened, database, order, one: session('acme'), two: session('other') };
}

test('the same call of two tenants is two calls, two operations and two results [D-006]', async () => {
  const { one, two, desk, order } = await twins();
  const call = { orderId: 'o-1' };
  desk.cancel = () => {
    desk.effects.push(order.tenant);
    return { of: order.tenant };
  };
  order.tenant = 'acme';
  const first = await one.call('orders.cancel', call, { callId: 'call-1' });
  order.tenant = 'other';
  const second = await two.call('orders.cancel', call, { callId: 'call-1' });
  expect([first, second]).toMatchObject([
    { kind: 'executed', value: { of: 'acme' } },
    { kind: 'executed', value: { of: 'other' } },
  ]);
  expect(await one.call('orders.cancel', call, { callId: 'call-1' })).toMatchObject({
    value: { of: 'acme' },
  });
  expect(await two.call('orders.cancel', call, { callId: 'call-1' })).toMatchObject({
    value: { of: 'other' },
  });
  expect(desk.effects).toEqual(['acme', 'other']);
  const ids = [first, second].map((outcome) => outcome.kind === 'executed' && outcome.executionId);
  expect(ids[0]).not.toBe(ids[1]);
});

test('a write that one tenant has open does not stand in the way of another’s [D-006]', async () => {
  const { one, two, desk, order } = await twins();
  const end = held();
  const note = { orderId: 'o-1', note: 'hello' };
  order.tenant = 'acme';
  desk.note = () => end.promise;
  const running = one.call('orders.note', note);
  await turns();
  order.tenant = 'other';
  desk.note = () => 'noted';
  expect((await two.call('orders.note', note)).kind).toBe('executed');
  order.tenant = 'acme';
  expect(await one.call('orders.note', note)).toMatchObject({ reason: 'duplicate' });
  end.resolve('noted');
  expect((await running).kind).toBe('executed');
});

test('no row, key or fingerprint of one tenant equals one of another, and each reads its own evidence [D-006]', async () => {
  const { one, two, boundary, database, order } = await twins();
  for (const [session, tenant] of [
    [one, 'acme'],
    [two, 'other'],
  ] as const) {
    order.tenant = tenant;
    await session.call('orders.note', { orderId: 'o-1', note: 'hello' }, { callId: 'call-1' });
    await session.call('orders.note', { orderId: 'o-3', note: 'hello' }, { callId: 'call-2' });
  }
  const rows = (table: string, tenant: string) =>
    database.prepare(`SELECT * FROM ${table} WHERE tenant = ?`).all(tenant) as Record<string, unknown>[];
  for (const [table, columns] of [
    ['countersign_conversation', ['owner', 'id', 'head']],
    ['countersign_call', ['owner', 'conversation', 'arguments', 'action', 'execution', 'mac']],
    ['countersign_wrapped_key', ['id', 'blob']],
    ['countersign_evidence', ['id', 'mac']],
  ] as const) {
    const [ours, theirs] = ['acme', 'other'].map((tenant) => rows(table, tenant)) as [
      Record<string, unknown>[],
      Record<string, unknown>[],
    ];
    expect(ours.length).toBeGreaterThan(0);
    expect(theirs).toHaveLength(ours.length);
    for (const column of columns) {
      const values = new Set(ours.map((row) => row[column]));
      expect(theirs.filter((row) => values.has(row[column]))).toEqual([]);
    }
  }
  const [ours, theirs] = [await evidenceOf(boundary), await evidenceOf(boundary, 'other')];
  expect(ours.map(({ type }) => type)).toEqual(['call.admitted', 'call.executed', 'call.refused']);
  expect(theirs.map(({ type }) => type)).toEqual(ours.map(({ type }) => type));
  for (const [place, { body }] of ours.entries()) {
    const other = theirs[place]!.body;
    for (const member of [
      'principal',
      'subject',
      'conversation',
      'facts',
      'first',
      'call',
      'arguments',
      'action',
      'target',
    ]) {
      if (body[member] !== undefined && body[member] !== null)
        expect(body[member]).not.toEqual(other[member]);
    }
  }
  expect(await evidenceOf(boundary, 'acm')).toEqual([]);
});

test('refusals of two tenants are never counted together [D-006, D-008]', async () => {
  const { one, two, boundary, desk, order } = await twins();
  desk.authorize = () => false;
  for (const [session, tenant] of [
    [one, 'acme'],
    [two, 'other'],
  ] as const) {
    order.tenant = tenant;
    await session.call('orders.cancel', { orderId: 'o-1' });
  }
  expect(await evidenceOf(boundary)).toHaveLength(1);
  expect(await evidenceOf(boundary, 'other')).toHaveLength(1);
});

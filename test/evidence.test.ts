import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { sqlite } from '../src/store/sqlite/index.ts';
import { evidenceOf, openDesk } from './desk.ts';

test('a write leaves its admission and its outcome, the second following the first [D-004]', async () => {
  const database = new Database(':memory:');
  const { boundary, session } = await openDesk({ store: sqlite(database) });
  await session.call('orders.cancel', { orderId: 'o-1' });
  const records = await evidenceOf(boundary);
  expect(records.map(({ type }) => type)).toEqual(['call.admitted', 'call.executed']);
  expect(records[1]!.body).toMatchObject({
    capability: 'orders.cancel',
    permit: 'allowed',
    ended: 'returned',
    kept: true,
  });
  const links = database
    .prepare("SELECT mac, previous FROM countersign_evidence WHERE tenant = 'acme'")
    .all();
  expect(links).toMatchObject([{ previous: null }, { previous: (links[0] as { mac: string }).mac }]);
});

test('a read leaves one record, written with its call [D-027]', async () => {
  const { boundary, session } = await openDesk();
  await session.call('orders.view', { orderId: 'o-1' });
  expect((await evidenceOf(boundary)).map(({ type }) => type)).toEqual(['call.executed']);
});

test('nothing that was said, asked for or answered stands in the database in clear [D-007]', async () => {
  const database = new Database(':memory:');
  const { boundary, desk } = await openDesk({ store: sqlite(database) });
  const session = boundary.session(
    { tenant: 'acme', principal: 'ann', subject: 'patient-7731', conversation: 'c-1' },
    { facts: { model: 'model-9', instructions: 'be discreet about 7731' } },
  );
  await session.call('orders.note', { orderId: 'o-1', note: 'secret-note' }, { callId: 'call-secret' });
  await session.call('orders.note', { orderId: 'o-2', note: 'refused-note' }, { callId: 'call-refused' });
  await session.call('no.such.thing-secret', { hidden: 'argument' });
  await session.call('orders.view', { orderId: 'o-1' });
  expect(desk.effects).toHaveLength(2);
  const everything = tables(database)
    .map((table) => JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all()))
    .join('\n');
  for (const secret of [
    'secret',
    'o-1',
    'refused-note',
    '7731',
    'model-9',
    'discreet',
    'hidden',
    'open',
    'ann',
    'c-1',
  ]) {
    expect(everything).not.toContain(secret);
  }
});

test('evidence names nobody: principals, subjects and conversations are pseudonyms of one key each [D-007]', async () => {
  const { boundary } = await openDesk();
  for (const [principal, conversation] of [
    ['ann', 'c-1'],
    ['ann', 'c-2'],
    ['bob', 'c-1'],
  ] as const) {
    await boundary.session({ tenant: 'acme', principal, conversation }).call('orders.search', {});
  }
  const [one, two, three] = (await evidenceOf(boundary)).map(({ body }) => body);
  expect(one!['principal']).toBe(two!['principal']);
  expect(one!['conversation']).not.toBe(two!['conversation']);
  expect(three!['principal']).not.toBe(one!['principal']);
  expect(three!['conversation']).not.toBe(one!['conversation']);
  expect(JSON.stringify([one, two, three])).not.toMatch(/ann|bob|c-1/);
});

test('a loop of refusals costs one record now and one that counts the rest of its second [D-008]', async () => {
  const { boundary, session, clock } = await openDesk();
  for (let turn = 0; turn < 50; turn += 1) await session.call('orders.cancel', { orderId: 'o-2' });
  expect((await evidenceOf(boundary)).map(({ body }) => body['count'])).toEqual([1]);
  clock.advance(1_000);
  await settledWrites();
  expect((await evidenceOf(boundary)).map(({ body }) => body['count'])).toEqual([1, 49]);
});

test('what a model chooses does not tell refusals apart, so it cannot flood the log [D-008]', async () => {
  const { boundary, session } = await openDesk();
  for (let turn = 0; turn < 20; turn += 1) await session.call(`made.up${turn}`, { [`m${turn}`]: turn });
  expect(await evidenceOf(boundary)).toHaveLength(1);
});

test('closing writes what was counted [D-008, D-030]', async () => {
  const database = new Database(':memory:');
  const { boundary, session } = await openDesk({ store: sqlite(database) });
  for (let turn = 0; turn < 3; turn += 1) await session.call('orders.cancel', { orderId: 'o-2' });
  await boundary.close();
  await boundary.close();
  const counts = database.prepare("SELECT body FROM countersign_evidence WHERE tenant = 'acme'").all();
  expect(counts.map((row) => JSON.parse((row as { body: string }).body).count)).toEqual([1, 2]);
  expect(() => boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' })).toThrow(
    expect.objectContaining({ code: 'boundary_closed' }),
  );
});

test('a store that cannot take evidence means that nothing is answered and nothing ran [V-110]', async () => {
  const database = new Database(':memory:');
  const { session, desk } = await openDesk({ store: sqlite(database) });
  database.exec('DROP TABLE countersign_evidence');
  await expect(session.call('orders.cancel', { orderId: 'o-1' })).rejects.toMatchObject({
    code: 'store_failed',
  });
  await expect(session.call('orders.cancel', { orderId: 'o-2' })).rejects.toMatchObject({
    code: 'store_failed',
  });
  expect(desk.effects).toEqual([]);
});

function tables(database: Database.Database): string[] {
  const rows = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'countersign%'")
    .all();
  return (rows as { name: string }[]).map(({ name }) => name);
}

async function settledWrites(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { deny, withTenant } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { deskCapabilities, evidenceOf, newDesk, openDesk, turns } from './desk.ts';

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
  // Long enough that no random text holds one of them by chance.
  const id = 'order-in-clear';
  desk.orders.set(id, { ...desk.orders.get('o-1')!, id, customer: 'principal-in-clear' });
  const session = boundary.session(
    {
      tenant: 'acme',
      principal: 'principal-in-clear',
      subject: 'subject-in-clear',
      conversation: 'talk-in-clear',
    },
    { facts: { model: 'model-in-clear', instructions: 'instructions-in-clear' } },
  );
  desk.cancel = () => ({ answer: 'result-in-clear' });
  const order = { orderId: id };
  await session.call('orders.note', { ...order, note: 'note-in-clear' }, { callId: 'call-in-clear' });
  await session.call('orders.note', { orderId: 'o-2', note: 'refused-in-clear' }, { callId: 'id-in-clear' });
  await session.call('name-in-clear', { 'member-in-clear': 'argument-in-clear' });
  await session.call('orders.view', order);
  expect(await session.call('orders.cancel', order)).toMatchObject({ kind: 'executed' });
  expect(desk.effects).toHaveLength(2);
  const everything = tables(database).map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  expect(everything.flat().length).toBeGreaterThan(10);
  expect(JSON.stringify(everything)).not.toContain('in-clear');
});

test('evidence names nobody: principals, subjects and conversations are pseudonyms of one key each [D-007]', async () => {
  const { boundary } = await openDesk();
  for (const [principal, conversation] of [
    ['ann-in-clear', 'talk-1-in-clear'],
    ['ann-in-clear', 'talk-2-in-clear'],
    ['bob-in-clear', 'talk-1-in-clear'],
  ] as const) {
    await boundary.session({ tenant: 'acme', principal, conversation }).call('orders.search', {});
  }
  const [one, two, three] = (await evidenceOf(boundary)).map(({ body }) => body);
  expect(one!['principal']).toBe(two!['principal']);
  expect(one!['conversation']).not.toBe(two!['conversation']);
  expect(three!['principal']).not.toBe(one!['principal']);
  expect(three!['conversation']).not.toBe(one!['conversation']);
  expect(JSON.stringify([one, two, three])).not.toContain('in-clear');
});

test('a loop of refusals costs one record now and one that counts the rest of its second [D-008]', async () => {
  const { boundary, session, clock } = await openDesk();
  for (let turn = 0; turn < 50; turn += 1) await session.call('orders.cancel', { orderId: 'o-2' });
  expect((await evidenceOf(boundary)).map(({ body }) => body['count'])).toEqual([1]);
  clock.advance(1_000);
  await turns();
  expect((await evidenceOf(boundary)).map(({ body }) => body['count'])).toEqual([1, 49]);
});

test('what a model chooses does not tell refusals apart, so it cannot flood the log [D-008]', async () => {
  const { boundary, session } = await openDesk();
  for (let turn = 0; turn < 20; turn += 1) await session.call(`made.up${turn}`, { [`m${turn}`]: turn });
  expect(await evidenceOf(boundary)).toHaveLength(1);
});

test('closing writes what was counted [D-008]', async () => {
  const database = new Database(':memory:');
  const { boundary, session } = await openDesk({ store: sqlite(database) });
  for (let turn = 0; turn < 3; turn += 1) await session.call('orders.cancel', { orderId: 'o-2' });
  await boundary.close();
  const counts = database.prepare("SELECT body FROM countersign_evidence WHERE tenant = 'acme'").all();
  expect(counts.map((row) => JSON.parse((row as { body: string }).body).count)).toEqual([1, 2]);
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

test('the times of evidence never go back, whatever is done to the clock or in another process [D-008]', async () => {
  const database = new Database(':memory:');
  const open = () => openDesk({ store: sqlite(database) });
  const { boundary, session, desk, clock } = await open();
  const start = clock.now();
  const everything = async (round: number) => {
    desk.orders.get('o-1')!.version = round;
    for (const orderId of ['o-1', 'o-1', 'o-2']) await session.call('orders.cancel', { orderId });
    await session.call('orders.view', { orderId: 'o-1' });
    clock.advance(1_000);
    await turns();
  };
  await everything(1);
  clock.set(start + 500_000);
  await everything(2);
  for (const back of [start, start - 86_400_000, 0, -1]) {
    clock.set(back);
    await everything(3 + back);
  }
  // Another process whose clock is behind: the store has seen later times.
  const other = await open();
  await other.session.call('orders.note', { orderId: 'o-1', note: 'later' });
  const times = (await evidenceOf(boundary)).map(({ at }) => at);
  expect(times.length).toBeGreaterThan(20);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeGreaterThanOrEqual(start + 500_000);
});

function tables(database: Database.Database): string[] {
  const rows = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'countersign%'")
    .all();
  return (rows as { name: string }[]).map(({ name }) => name);
}

test('a process whose clock is behind dates nothing before what is on record [D-008]', async () => {
  const database = new Database(':memory:');
  const one = await openDesk({ store: sqlite(database) });
  one.clock.advance(500_000);
  await one.session.call('orders.cancel', { orderId: 'o-1' });
  const two = await openDesk({ store: sqlite(database) });
  await withTenant('other', () => two.session.call('orders.cancel', { orderId: 'o-1' }));
  const times = (await evidenceOf(one.boundary)).map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('nor does it date changes of the catalogue before them [D-008]', async () => {
  const database = new Database(':memory:');
  const desk = newDesk();
  const one = await openDesk({ store: sqlite(database) }, desk);
  one.clock.advance(500_000);
  await one.session.call('orders.cancel', { orderId: 'o-1' });
  one.clock.set(Date.UTC(2020, 0, 1));
  await openDesk(
    { store: sqlite(database), capabilities: deskCapabilities(desk).slice(0, 2), clock: one.clock },
    desk,
  );
  await one.boundary.supersedeOtherCatalogues('x');
  const times = (await evidenceOf(one.boundary, '')).map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('refusals of another agent, subject or policy code are never counted under the first one [D-008]', async () => {
  const { boundary, desk } = await openDesk();
  const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
  const refused = async (agent: string, code: string) => {
    desk.authorize = () => deny(code);
    await boundary.session({ ...context, agent }).call('orders.cancel', { orderId: 'o-1' });
  };
  await refused('good', 'code_a');
  await refused('evil', 'code_b');
  await refused('evil', 'code_b');
  await boundary
    .session({ ...context, agent: 'evil', subject: 's' })
    .call('orders.cancel', { orderId: 'o-1' });
  const said = (await evidenceOf(boundary)).map(({ body }) => [body['agent'], body['policy'], body['count']]);
  expect(said).toEqual([
    ['good', 'code_a', 1],
    ['evil', 'code_b', 1],
    ['evil', 'code_b', 1],
  ]);
});

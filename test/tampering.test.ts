import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DecisionUnavailable } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { evidenceOf, openDesk } from './desk.ts';

const edits: readonly [title: string, sql: string][] = [
  ['its state', "UPDATE countersign_call SET state = 'retryable'"],
  ['its operation', 'UPDATE countersign_call SET holds = NULL'],
  ['its deadline', 'UPDATE countersign_call SET deadline = deadline + 1'],
  ['its execution id', "UPDATE countersign_call SET execution = 'other'"],
  ['its fingerprint of the arguments', "UPDATE countersign_call SET arguments = 'other'"],
  ['its capability', "UPDATE countersign_call SET capability = 'orders.view'"],
  ['its sealed result', 'UPDATE countersign_call SET sealed = NULL'],
  ['its expiry', 'UPDATE countersign_call SET sealed_until = sealed_until + 1'],
  ['its revision', 'UPDATE countersign_call SET revision = revision + 1'],
  ['its MAC', "UPDATE countersign_call SET mac = 'forged'"],
];

for (const [title, sql] of edits) {
  test(`a call row with ${title} edited is a fault on record, never a decision [D-009]`, async () => {
    const database = new Database(':memory:');
    const { boundary, session, desk } = await openDesk({ store: sqlite(database) });
    await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    expect(database.prepare(sql).run().changes).toBe(1);
    const again = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    await expect(again).rejects.toThrow(DecisionUnavailable);
    await expect(again).rejects.toMatchObject({ code: 'state_tampered' });
    expect(desk.effects).toHaveLength(1);
    expect((await evidenceOf(boundary)).at(-1)).toMatchObject({
      type: 'fault',
      body: { code: 'state_tampered' },
    });
  });
}

test('a row that was moved under another key is a fault [D-009]', async () => {
  const database = new Database(':memory:');
  const { boundary, session } = await openDesk({ store: sqlite(database) });
  const other = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-2' });
  await other.call('orders.view', { orderId: 'o-1' }, { callId: 'call-2' });
  const [place] = database.prepare('SELECT conversation FROM countersign_call').pluck().all();
  await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  database.prepare('DELETE FROM countersign_call WHERE conversation = ?').run(place);
  database.prepare('UPDATE countersign_call SET conversation = ?').run(place);
  await expect(other.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' })).rejects.toMatchObject({
    code: 'state_tampered',
  });
});

test('a sealed result that was swapped with that of another call does not open [D-018]', async () => {
  const database = new Database(':memory:');
  const { session, desk } = await openDesk({ store: sqlite(database) });
  desk.authorize = () => true;
  await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  await session.call('orders.view', { orderId: 'o-2' }, { callId: 'call-2' });
  const sealed = database.prepare('SELECT id, sealed FROM countersign_call').all() as {
    id: string;
    sealed: string;
  }[];
  const [one, two] = sealed;
  database.prepare('UPDATE countersign_call SET sealed = ? WHERE id = ?').run(two!.sealed, one!.id);
  const again = Promise.allSettled([
    session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' }),
    session.call('orders.view', { orderId: 'o-2' }, { callId: 'call-2' }),
  ]);
  expect((await again).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('an evidence record that was edited is shown as not authentic [D-009]', async () => {
  const database = new Database(':memory:');
  const { boundary, session } = await openDesk({ store: sqlite(database) });
  await session.call('orders.cancel', { orderId: 'o-1' });
  database.prepare("UPDATE countersign_evidence SET at = at + 1 WHERE type = 'call.executed'").run();
  const records = await evidenceOf(boundary);
  expect(records.map(({ type, authentic }) => [type, authentic])).toEqual([
    ['call.admitted', true],
    ['call.executed', false],
  ]);
});

test('a claim that somebody else planted for an operation blocks it as a fault, not as a duplicate [D-009]', async () => {
  const database = new Database(':memory:');
  const { session, desk } = await openDesk({ store: sqlite(database) });
  await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  database.prepare("UPDATE countersign_call SET mac = 'forged'").run();
  const other = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-2' });
  await expect(other).rejects.toMatchObject({ code: 'state_tampered' });
  expect(desk.effects).toHaveLength(1);
});

test('a wrapped key that was edited is a fault, and no new key takes its place [D-009]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const open = () => openDesk({ store: sqlite(join(folder, 'app.db')) });
  const first = await open();
  await first.session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await first.boundary.close();
  const database = new Database(join(folder, 'app.db'));
  database.prepare("UPDATE countersign_wrapped_key SET blob = replace(blob, '.', 'A.')").run();
  database.close();
  const second = await open();
  const again = second.session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await expect(again).rejects.toThrow(DecisionUnavailable);
  await expect(again).rejects.toMatchObject({ code: 'state_tampered' });
  await second.boundary.close();
  rmSync(folder, { recursive: true });
});

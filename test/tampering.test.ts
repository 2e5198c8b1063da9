import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DecisionUnavailable } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { bentStore } from './bent-store.ts';
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

test('a sealed result that was swapped with that of another call is a fault for whoever asks for it [D-018, D-009]', async () => {
  const database = new Database(':memory:');
  const { session, desk } = await openDesk({ store: sqlite(database) });
  desk.authorize = () => true;
  const view = (orderId: string, callId: string) => session.call('orders.view', { orderId }, { callId });
  await view('o-1', 'call-1');
  await view('o-2', 'call-2');
  const seals = database
    .prepare('SELECT sealed FROM countersign_call ORDER BY rowid')
    .pluck()
    .all() as string[];
  database.prepare('UPDATE countersign_call SET sealed = ? WHERE sealed = ?').run(seals[1], seals[0]);
  await expect(view('o-1', 'call-1')).rejects.toMatchObject({ code: 'state_tampered' });
  expect(await view('o-2', 'call-2')).toMatchObject({ kind: 'replayed', value: { id: 'o-2' } });
});

test('a sealed result whose text alone was edited, under the nonce and tag that were signed, does not open [D-018]', async () => {
  const database = new Database(':memory:');
  const { boundary, session } = await openDesk({ store: sqlite(database) });
  const view = () => session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  await view();
  const sealed = database.prepare('SELECT sealed FROM countersign_call').pluck().get() as string;
  const [nonce, tag, text] = sealed.split('.');
  const edited = Buffer.from(text!, 'base64url');
  edited[0]! ^= 1;
  database
    .prepare('UPDATE countersign_call SET sealed = ?')
    .run(`${nonce}.${tag}.${edited.toString('base64url')}`);
  await expect(view()).rejects.toMatchObject({ code: 'state_tampered' });
  expect((await evidenceOf(boundary)).at(-1)).toMatchObject({ type: 'fault', body: { step: 'answer' } });
});

for (const [title, sql] of [
  ['edited', "UPDATE countersign_catalogue SET state = 'superseded'"],
  ['given another MAC', "UPDATE countersign_catalogue SET mac = 'forged'"],
  ['taken away', 'DELETE FROM countersign_catalogue'],
] as const) {
  test(`a catalogue row that was ${title} is a fault on record, not a stale catalogue [S-077, D-009]`, async () => {
    const database = new Database(':memory:');
    const { boundary, session, desk } = await openDesk({ store: sqlite(database) });
    expect(database.prepare(sql).run().changes).toBe(1);
    const called = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    await expect(called).rejects.toThrow(DecisionUnavailable);
    await expect(called).rejects.toMatchObject({ code: 'state_tampered' });
    await expect(session.check('orders.cancel', { orderId: 'o-1' })).rejects.toMatchObject({
      code: 'state_tampered',
    });
    expect(desk.effects).toEqual([]);
    expect(await evidenceOf(boundary)).toMatchObject([
      { type: 'fault', body: { step: 'catalogue-row', code: 'state_tampered' } },
    ]);
  });
}

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

/** A desk on a file whose first call was made, and which starts again after its wrapped keys were changed. */
async function reopened(sql: string) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const file = join(folder, 'app.db');
  const first = await openDesk({ store: sqlite(file) });
  await first.session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await first.boundary.close();
  const database = new Database(file);
  expect(database.prepare(sql).run().changes).toBeGreaterThan(0);
  const second = await openDesk({ store: sqlite(file) });
  const close = async () => {
    await second.boundary.close();
    database.close();
    rmSync(folder, { recursive: true });
  };
  return { ...second, database, close };
}

test('a wrapped key that was edited is a fault that is on record without names, and no new key takes its place [D-009, S-077]', async () => {
  const again = await reopened("UPDATE countersign_wrapped_key SET blob = replace(blob, '.', 'A.')");
  const keys = () => again.database.prepare('SELECT * FROM countersign_wrapped_key').all();
  const before = keys();
  const called = [
    again.session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' }),
    again.session.call('orders.note', { orderId: 'o-1', note: 'hello' }, { callId: 'call-2' }),
  ];
  for (const call of called) {
    await expect(call).rejects.toThrow(DecisionUnavailable);
    await expect(call).rejects.toMatchObject({ code: 'state_tampered' });
  }
  expect(again.desk.effects).toEqual([]);
  expect(keys()).toEqual(before);
  const faults = (await evidenceOf(again.boundary)).filter(({ type }) => type === 'fault');
  expect(faults).toHaveLength(2);
  for (const { authentic, body } of faults) {
    const nobody = { principal: null, subject: null, conversation: null, first: null, facts: null };
    expect(authentic).toBe(true);
    expect(body).toMatchObject({ ...nobody, code: 'state_tampered' });
  }
  await again.close();
});

test('a wrapped key that was taken away leaves what was sealed under it closed, as a fault [D-009, S-077]', async () => {
  const again = await reopened('DELETE FROM countersign_wrapped_key');
  const replay = again.session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await expect(replay).rejects.toMatchObject({ code: 'state_tampered' });
  expect(again.desk.effects).toEqual([]);
  await again.close();
});

test('a read whose id was taken, by a row that was edited since, is a fault on record [D-009]', async () => {
  const { database, real } = bentStore();
  const { boundary, session, desk } = await openDesk({ store: real });
  const view = () => session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  let n = 0;
  desk.authorize = async () => {
    n += 1;
    if (n === 2) {
      await view();
      database.exec("UPDATE countersign_call SET mac = 'forged'");
    }
    return true;
  };
  await expect(view()).rejects.toMatchObject({ code: 'state_tampered' });
  expect((await evidenceOf(boundary)).map((x) => x.type)).toEqual([
    'call.executed',
    'call.executed',
    'fault',
  ]);
});

test('a kept result that does not open is not on record as replayed [D-009]', async () => {
  const database = new Database(':memory:');
  const { boundary, session } = await openDesk({ store: sqlite(database) });
  await session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  // The MAC of the row covers nonce and tag; the tag covers the rest.
  database
    .prepare("UPDATE countersign_call SET sealed = substr(sealed, 1, length(sealed) - 2) || 'AA'")
    .run();
  const again = session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  await expect(again).rejects.toMatchObject({ code: 'state_tampered' });
  expect((await evidenceOf(boundary)).map(({ type }) => type)).toEqual(['call.executed', 'fault']);
});

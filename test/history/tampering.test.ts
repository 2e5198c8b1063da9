/*
 * Histories that somebody with the database changed. What is left of them is refused as a fault on record, and nothing
 * is spent. Only one thing is not seen by looking at the state alone: a state of before, restored whole. Evidence tells.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { evidenceOf } from '../desk.ts';
import { ended, newShop, openShop } from './shop.ts';

const source = { source: 'letter.pdf', channel: 'document' } as const;

/** A shop on a file with a history of every kind of entry, its database beside it, and how it starts again. */
async function written() {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  const file = join(folder, 'app.db');
  const shop = newShop();
  const first = await openShop({ store: sqlite(file) }, shop);
  await first.session.heard('hello');
  await first.session.share('bob');
  await first.session.call('orders.view', { orderId: 'o-1' }, { callId: 'v' });
  await first.session.saw('content', source);
  for (const callId of ['a', 'b', 'c']) await first.session.call('orders.tip', {}, { callId });
  await first.sessionOf('ann', 'c-2').call('orders.view', { orderId: 'o-2' }, { callId: 'v' });
  const database = new Database(file);
  const place = database
    .prepare("SELECT tenant, owner, conversation FROM countersign_entry WHERE kind = 'heard'")
    .get() as { readonly tenant: string; readonly owner: string; readonly conversation: string };
  const opened = [first];
  return {
    shop,
    database,
    place,
    /** The process that wrote it, and has verified all of it. */
    warm: first,
    /** One that knows nothing of it yet. */
    cold: async () => {
      const next = await openShop({ store: sqlite(file) }, shop);
      opened.push(next);
      return next;
    },
    rows: () =>
      ['call', 'approval', 'entry', 'conversation'].map((table) =>
        database.prepare(`SELECT * FROM countersign_${table}`).all(),
      ),
    close: async () => {
      for (const { boundary } of opened) await boundary.close();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

type Written = Awaited<ReturnType<typeof written>>;

/** Runs SQL over the one conversation; `:tenant`, `:owner` and `:conversation` name it. */
function change({ database, place }: Written, ...statements: readonly string[]): void {
  for (const sql of statements) {
    const prepared = database.prepare(sql);
    const named = Object.fromEntries(Object.entries(place).filter(([name]) => sql.includes(`:${name}`)));
    expect(prepared.run(named).changes).toBeGreaterThan(0);
  }
}

const here = 'tenant = :tenant AND owner = :owner AND conversation = :conversation';
const row = 'tenant = :tenant AND owner = :owner AND id = :conversation';
const last = `n = (SELECT max(n) FROM countersign_entry WHERE ${here})`;

/** Whatever is called in the conversation, of whichever kind, known or not. */
const calls = [
  ['orders.note', {}, 'new'],
  ['orders.view', { orderId: 'o-1' }, 'new-view'],
  ['orders.tip', {}, 'new-tip'],
  ['orders.cancel', { orderId: 'o-1' }, 'new-cancel'],
  ['orders.transfer', { orderId: 'o-1' }, 'new-transfer'],
  ['orders.tip', {}, 'a'],
  ['orders.view', { orderId: 'o-1' }, 'v'],
] as const;

/**
 * What a process answers in the conversation, all of it the same. Sees that nothing changes, that it is on record as a
 * fault, and that another conversation goes on.
 */
async function answered(on: Written, { boundary, session, sessionOf }: Written['warm']) {
  const { shop } = on;
  const before = on.rows();
  const effects = [...shop.effects];
  const outcomes = new Set<string>();
  for (const [name, input, callId] of calls) outcomes.add(ended(await session.call(name, input, { callId })));
  expect(await session.check('orders.note', {})).toMatchObject({
    decision: 'deny',
    reason: 'history_invalid',
  });
  expect([on.rows(), shop.effects]).toEqual([before, effects]);
  const refused = (await evidenceOf(boundary)).filter(({ type }) => type === 'call.refused');
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, authentic } of refused)
    expect([body['reason'], body['gate'], body['fault'], authentic]).toEqual([
      'history_invalid',
      'history',
      true,
      true,
    ]);
  expect(ended(await sessionOf('ann', 'c-3').call('orders.note', {}))).toBe('executed');
  return [...outcomes];
}

const edits: readonly [what: string, ...statements: readonly string[]][] = [
  ['the kind of an entry', `UPDATE countersign_entry SET kind = 'saw' WHERE ${here} AND kind = 'heard'`],
  ['the time of an entry', `UPDATE countersign_entry SET at = at + 1 WHERE ${here} AND n = 2`],
  [
    'what an entry says',
    `UPDATE countersign_entry SET body = replace(body, 'untrusted', 'trusted') WHERE ${here} AND kind = 'saw'`,
  ],
  [
    'which call an entry is about',
    `UPDATE countersign_entry SET body = replace(body, 'orders.tip', 'orders.cap') WHERE ${here} AND ${last}`,
  ],
  ['the MAC of an entry', `UPDATE countersign_entry SET mac = 'forged' WHERE ${here} AND n = 3`],
  ['the MAC of the last entry', `UPDATE countersign_entry SET mac = 'forged' WHERE ${here} AND ${last}`],
  ['the place of the last entry', `UPDATE countersign_entry SET n = n + 1 WHERE ${here} AND ${last}`],
  ['the tenant of an entry', `UPDATE countersign_entry SET tenant = 'other' WHERE ${here} AND n = 2`],
  ['the owner of an entry', `UPDATE countersign_entry SET owner = 'other' WHERE ${here} AND n = 2`],
  [
    'the conversation of an entry',
    `UPDATE countersign_entry SET conversation = 'other' WHERE ${here} AND n = 2`,
  ],
  ['the steps of the conversation', `UPDATE countersign_conversation SET steps = steps - 1 WHERE ${row}`],
  ['the sources of the conversation', `UPDATE countersign_conversation SET sources = 0 WHERE ${row}`],
  ['the number of entries', `UPDATE countersign_conversation SET revision = revision - 1 WHERE ${row}`],
  ['the end of the conversation', `UPDATE countersign_conversation SET last = NULL WHERE ${row}`],
  ['the anchor', `UPDATE countersign_conversation SET head = 'forged' WHERE ${row}`],
  ['the first entry, gone', `DELETE FROM countersign_entry WHERE ${here} AND n = 1`],
  ['an entry in the middle, gone', `DELETE FROM countersign_entry WHERE ${here} AND n = 4`],
  [
    'an entry in the middle, gone and the others moved up',
    `DELETE FROM countersign_entry WHERE ${here} AND n = 8`,
    `UPDATE countersign_entry SET n = n - 1 WHERE ${here} AND n > 8`,
  ],
  ['the last entry, gone', `DELETE FROM countersign_entry WHERE ${here} AND ${last}`],
  ['every entry, gone', `DELETE FROM countersign_entry WHERE ${here}`],
  ['the row, gone', `DELETE FROM countersign_conversation WHERE ${row}`],
  [
    'the last entry, there twice',
    `INSERT INTO countersign_entry SELECT tenant, owner, conversation, n + 1, kind, at, body, mac FROM countersign_entry WHERE ${here} AND ${last}`,
  ],
  [
    'two entries, in each other’s place',
    `UPDATE countersign_entry SET n = 1000 WHERE ${here} AND n = 2`,
    `UPDATE countersign_entry SET n = 2 WHERE ${here} AND n = 3`,
    `UPDATE countersign_entry SET n = 3 WHERE ${here} AND n = 1000`,
  ],
  [
    'an entry of another conversation, in the place of its own',
    `DELETE FROM countersign_entry WHERE ${here} AND n = 1`,
    `INSERT INTO countersign_entry SELECT tenant, owner, :conversation, 1, kind, at, body, mac
     FROM countersign_entry WHERE conversation <> :conversation AND n = 1`,
  ],
  [
    'the history of another conversation, whole',
    `DELETE FROM countersign_entry WHERE ${here}`,
    `DELETE FROM countersign_conversation WHERE ${row}`,
    'UPDATE countersign_entry SET conversation = :conversation',
    'UPDATE countersign_conversation SET id = :conversation',
  ],
];

for (const [what, ...statements] of edits) {
  test(`edited: ${what}: refused as a fault on record, with nothing spent [S-053, D-009]`, async () => {
    const on = await written();
    change(on, ...statements);
    expect(await answered(on, await on.cold())).toEqual(['history_invalid']);
    await on.close();
  });
}

/** What a process sees at once that has verified the history before: its end, its row, its anchor. */
const atOnce =
  /steps|sources|number|end of|anchor|last entry, (gone|there)|place of the last|every|row|whole/;
for (const [what, ...statements] of edits.filter(([title]) => atOnce.test(title))) {
  test(`edited: ${what}: a process that had verified it sees it at once [S-053, D-009]`, async () => {
    const on = await written();
    change(on, ...statements);
    expect(await answered(on, on.warm)).toEqual(['history_invalid']);
    await on.close();
  });
}

test('an entry of a kind that there is not is a fault of the store, and nothing runs [D-009]', async () => {
  const on = await written();
  change(on, `UPDATE countersign_entry SET kind = 'wish' WHERE ${here} AND n = 1`);
  const { session } = await on.cold();
  const effects = on.shop.effects.length;
  await expect(session.call('orders.note', {})).rejects.toMatchObject({ name: 'DecisionUnavailable' });
  expect(on.shop.effects).toHaveLength(effects);
  await on.close();
});

test('the row of before under the entries of now is refused, in whichever process [S-053, D-009]', async () => {
  const on = await written();
  const before = on.database
    .prepare(`SELECT * FROM countersign_conversation WHERE ${row}`)
    .get(on.place) as Record<string, unknown>;
  await on.warm.session.heard('one more');
  on.database
    .prepare(
      `UPDATE countersign_conversation SET steps = @steps, sources = @sources, revision = @revision, last = @last, head = @head WHERE id = @id`,
    )
    .run(before);
  expect(await answered(on, on.warm)).toEqual(['history_invalid']);
  await on.close();
});

test('a tail that is cut off together with its anchor is seen by whoever had verified it [S-053, D-009]', async () => {
  const on = await written();
  const { warm, database, place } = on;
  const conversation = () =>
    database.prepare(`SELECT * FROM countersign_conversation WHERE ${row}`).get(place) as Record<
      string,
      unknown
    >;
  const before = conversation();
  expect(ended(await warm.session.call('orders.view', { orderId: 'o-3' }))).toBe('executed');
  expect(ended(await warm.session.call('orders.cancel', { orderId: 'o-3' }))).toBe('executed');
  database
    .prepare('DELETE FROM countersign_entry WHERE conversation = @id AND n > @revision')
    .run({ id: before['id'], revision: before['revision'] });
  database
    .prepare(
      'UPDATE countersign_conversation SET steps = @steps, sources = @sources, revision = @revision, last = @last, head = @head WHERE id = @id',
    )
    .run(before);
  expect(conversation()).toEqual(before);
  expect(await answered(on, warm)).toEqual(['history_invalid']);

  // Whoever knows nothing of it finds a state that was sound once. What happened since is on record all the same.
  const { session, boundary } = await on.cold();
  expect(ended(await session.call('orders.ship', {}))).toBe('executed');
  const cancelled = (await evidenceOf(boundary)).filter(
    ({ type, body, authentic }) =>
      type === 'call.executed' && body['capability'] === 'orders.cancel' && authentic,
  );
  expect(cancelled).toHaveLength(1);
  const told = database.prepare('SELECT body FROM countersign_entry').pluck().all() as readonly string[];
  expect(told.filter((body) => body.includes('orders.cancel'))).toEqual([]);
  await on.close();
});

test('an anchor that is edited inside an admission is a fault of tampering on record, and nothing is consumed [S-053, D-009]', async () => {
  const on = await written();
  const { warm, shop } = on;
  let judged = 0;
  shop.onJudge = (name) => {
    if (name !== 'orders.view') return;
    judged += 1;
    if (judged === 1) change(on, `UPDATE countersign_conversation SET sources = 9 WHERE ${row}`);
  };
  // A read has its place in the history when it ends: its effect is over by then.
  await expect(warm.session.call('orders.view', { orderId: 'o-1' })).rejects.toMatchObject({
    name: 'SettlementFailed',
  });
  change(on, `UPDATE countersign_conversation SET sources = 1 WHERE ${row}`);
  shop.onJudge = (name) => {
    if (name === 'orders.cancel') change(on, `UPDATE countersign_conversation SET head = 'x' WHERE ${row}`);
  };
  const effects = shop.effects.length;
  const call = warm.session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'x' });
  await expect(call).rejects.toMatchObject({ name: 'DecisionUnavailable', code: 'state_tampered' });
  expect(shop.effects).toHaveLength(effects);
  const fault = (await evidenceOf(warm.boundary)).findLast(({ type }) => type === 'fault');
  expect(fault?.body).toMatchObject({ step: 'admission', code: 'state_tampered' });
  await on.close();
});

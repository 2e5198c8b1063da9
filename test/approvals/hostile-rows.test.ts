/* Rows that somebody who writes to the database swaps, restores and deletes: nothing runs that people did not agree to. */
import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/index.ts';
import { bentStore } from '../bent-store.ts';
import { openCounter, pendingOf } from './counter.ts';

async function opened() {
  const { store, database } = bentStore();
  const counter = await openCounter({ store });
  return { ...counter, database };
}

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (database: Database.Database, id: string) =>
  database.prepare('SELECT * FROM countersign_approval WHERE id = ?').get(id) as Row;

function put(database: Database.Database, row: Row): void {
  const names = Object.keys(row);
  const values = names.map(() => '?').join();
  database
    .prepare(`INSERT INTO countersign_approval (${names.join()}) VALUES (${values})`)
    .run(...Object.values(row));
}

/** What a call came to, or why nothing could decide. */
const told = (call: Promise<Outcome>) =>
  call.then(
    ({ kind }) => kind,
    ({ code }: { readonly code: string }) => code,
  );

/** An order that its owner agreed to cancel, and one that still waits. */
async function agreedAndWaiting() {
  const counter = await opened();
  const agreed = pendingOf(await counter.cancel('o-1'));
  await counter.as('ann').approve(agreed.id, agreed.seen);
  return { ...counter, agreed, waiting: pendingOf(await counter.cancel('o-2')) };
}

const columns = [
  ...['id', 'execution', 'action', 'target', 'alike', 'status', 'decided', 'mac', 'votes', 'sealed'],
  ...['revision', 'expires', 'asked', 'person', 'owner', 'conversation', 'capability', 'kind', 'quorum'],
];

test.each(columns)(
  '“%s” of what was agreed to and of what waits, swapped, lets nothing run',
  async (column) => {
    const { cancel, counter, database, agreed, waiting, clock, as } = await agreedAndWaiting();
    // So that what would be the same in both is not: other times, other people, another revision.
    clock.advance(5);
    const [one, other] = [rowsOf(database, agreed.id), rowsOf(database, waiting.id)];
    database.exec('DELETE FROM countersign_approval');
    const changed = one[column] === other[column] ? { [column]: `${String(one[column])}1` } : null;
    put(database, { ...one, [column]: other[column], ...changed });
    put(database, { ...other, [column]: one[column], ...changed });
    for (const order of ['o-1', 'o-2'])
      expect(['state_tampered', 'pending', 'store_failed']).toContain(await told(cancel(order)));
    expect(counter.effects).toEqual([]);
    for (const { id, seen } of [agreed, waiting]) {
      const answer = await as('ann')
        .approve(id, seen)
        .catch(({ code }: { readonly code: string }) => code);
      expect([
        'state_tampered',
        'store_failed',
        { kind: 'refused', reason: 'unknown_approval' },
      ]).toContainEqual(answer);
    }
  },
);

test('an answer that was used and is put back is used once, under whichever call id', async () => {
  const { cancel, counter, database, agreed, as, boundary } = await agreedAndWaiting();
  const before = rowsOf(database, agreed.id);
  const after = async () => {
    database.prepare('DELETE FROM countersign_approval WHERE id = ?').run(agreed.id);
    put(database, before);
  };
  expect((await cancel('o-1')).kind).toBe('executed');
  await after();
  expect(await told(cancel('o-1'))).toBe('replayed');
  // The claim of its execution id is there, whatever the row says.
  expect(await told(cancel('o-1', 'another'))).toBe('store_failed');
  expect(counter.effects).toHaveLength(1);
  await after();
  await as('ann').revoke(agreed.id, { reason: 'odd' });
  expect(counter.effects).toHaveLength(1);
  await boundary.close();
});

test('a no, a taking back and an expiry that are undone by putting back what waited need a yes all the same', async () => {
  const { refund, counter, database, as } = await opened();
  const { id, seen } = pendingOf(await refund());
  await as('rita').approve(id, seen);
  const before = rowsOf(database, id);
  await as('ron').reject(id, seen);
  database.prepare('DELETE FROM countersign_approval').run();
  put(database, before);
  expect((await refund()).kind).toBe('pending');
  expect(await as('rita').approve(id, seen)).toMatchObject({ reason: 'already_voted' });
  expect(counter.effects).toEqual([]);
});

test('an answer that is deleted was not given: people are asked anew', async () => {
  const { cancel, counter, database, agreed } = await agreedAndWaiting();
  database.prepare('DELETE FROM countersign_approval').run();
  const anew = pendingOf(await cancel('o-1'));
  expect(anew.id).not.toBe(agreed.id);
  expect(anew.executionId).toBe(agreed.executionId);
  expect(counter.effects).toEqual([]);
});

test('one that goes between the check and admission is a fault, and nothing runs', async () => {
  const { cancel, counter, database } = await agreedAndWaiting();
  let loads = 0;
  counter.onLoad = () => {
    loads += 1;
    if (loads === 2) database.prepare('DELETE FROM countersign_approval').run();
  };
  expect(await told(cancel('o-1'))).toBe('state_tampered');
  expect(counter.effects).toEqual([]);
});

test('one that is put beside another for the same action, with the index gone, lets nothing run twice', async () => {
  const { cancel, counter, database, agreed } = await agreedAndWaiting();
  database.exec('DROP INDEX countersign_approval_action');
  const row = rowsOf(database, agreed.id);
  put(database, { ...row, id: 'a-copy' });
  expect(['executed', 'state_tampered']).toContain(await told(cancel('o-1')));
  expect(['state_tampered', 'pending']).toContain(await told(cancel('o-1', 'another')));
  expect(counter.effects.length).toBeLessThanOrEqual(1);
});

test('the call of one ask under the row of another is a fault [B-029]', async () => {
  const { cancel, counter, database } = await agreedAndWaiting();
  const calls = database.prepare('SELECT rowid, execution, action FROM countersign_call').all() as Row[];
  const set = database.prepare('UPDATE countersign_call SET execution = ?, action = ? WHERE rowid = ?');
  const [one, other] = calls;
  set.run(other!['execution'], other!['action'], one!['rowid']);
  set.run(one!['execution'], one!['action'], other!['rowid']);
  for (const order of ['o-1', 'o-2']) expect(await told(cancel(order))).toBe('state_tampered');
  expect(counter.effects).toEqual([]);
});

/* A database that somebody edited: a fault, and nobody is shown or answers anything. */
import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { actionOf, openAsk, sealAsk, sealVotes, signApproval } from '../../src/approval/index.ts';
import { deriveKeys, keyRing } from '../../src/json/index.ts';
import type { ApprovalRow } from '../../src/store/rows.ts';
import { bentStore, full } from '../bent-store.ts';
import { evidenceOf } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

const keys = deriveKeys('ab'.repeat(32));

async function editable() {
  const { store, real, database, bend } = bentStore();
  const opened = await openCounter({ store });
  return { ...opened, real, database, bend };
}

function edit(database: Database.Database, set: string, id: string): void {
  const { changes } = database.prepare(`UPDATE countersign_approval SET ${set} WHERE id = ?`).run(id);
  expect(changes).toBe(1);
}

const tampered = { name: 'DecisionUnavailable', code: 'state_tampered' };

test.each([
  "status = 'approved'",
  'quorum = 1',
  "kind = 'confirm'",
  'expires = expires + 1',
  "capability = 'orders.cancel'",
  "person = 'somebody'",
  "owner = 'somebody'",
  'votes = sealed',
  'entries = entries + 1',
  'entries = NULL',
  "step = 'response-1'",
  'sealed = NULL',
  'revision = revision + 1',
  "mac = 'forged'",
])('a row with %s is a fault, and answered by nobody', async (set) => {
  const { boundary, as, refund, database } = await editable();
  const { id, seen } = pendingOf(await refund());
  edit(database, set, id);
  for (const act of [
    () => as('rita').show(id),
    () => as('rita').approve(id, seen),
    () => as('rita').reject(id, seen),
    () => as('rita').revoke(id, { reason: 'odd' }),
    () => as('rita').renew(id, seen),
    () => as('rita').lift(id, { reason: 'odd' }),
    () => as('rita').list(),
  ])
    await expect(act()).rejects.toMatchObject(tampered);
  const faults = (await evidenceOf(boundary)).filter(({ type }) => type === 'fault');
  expect(faults.map(({ body }) => [body['step'], body['code']])).toEqual([['approver', 'state_tampered']]);
});

test('what people are shown cannot be swapped between two rows, even by who can sign rows', async () => {
  const { as, refund, database, real } = await editable();
  const [small, large] = [pendingOf(await refund(1)), pendingOf(await refund(9_000))];
  const rowOf = async (id: string) => (await real.approval('acme', id))!;
  const { mac: _mac, ...row } = await rowOf(small.id);
  const forged = signApproval(keys, { ...row, sealed: (await rowOf(large.id)).sealed });
  database
    .prepare('UPDATE countersign_approval SET sealed = ?, mac = ? WHERE id = ?')
    .run(forged.sealed, forged.mac, small.id);
  await expect(as('rita').show(small.id)).rejects.toMatchObject(tampered);
  await expect(as('rita').approve(small.id, large.seen)).rejects.toMatchObject(tampered);
});

test('votes cannot be moved from one approval to another', async () => {
  const { as, refund, database, real } = await editable();
  const [first, second] = [pendingOf(await refund(1)), pendingOf(await refund(2))];
  await as('rita').approve(first.id, first.seen);
  const { votes } = (await real.approval('acme', first.id))!;
  const { mac: _mac, ...row } = (await real.approval('acme', second.id))!;
  const forged = signApproval(keys, { ...row, votes });
  database
    .prepare('UPDATE countersign_approval SET votes = ?, mac = ? WHERE id = ?')
    .run(forged.votes, forged.mac, second.id);
  await expect(as('ron').approve(second.id, second.seen)).rejects.toMatchObject(tampered);
});

test('contents that are sealed rightly and about something else are not shown', async () => {
  const { as, refund, database, real } = await editable();
  const { id, seen } = pendingOf(await refund(9_000));
  const row = (await real.approval('acme', id))!;
  const key = await keyRing(keys, real, () => 'none').of('acme', '');
  const content = openAsk(key, row, row.sealed!)!;
  expect(actionOf(content).digest).toBe(seen.digest);
  const { mac: _mac, ...unsigned } = row;
  const lie = { ...content, arguments: { ...content.arguments, amount: 1 } };
  const forged: ApprovalRow = signApproval(keys, { ...unsigned, sealed: sealAsk(key, row, lie) });
  database
    .prepare('UPDATE countersign_approval SET sealed = ?, mac = ? WHERE id = ?')
    .run(forged.sealed, forged.mac, id);
  await expect(as('rita').show(id)).rejects.toMatchObject(tampered);
  await expect(as('rita').approve(id, { digest: actionOf(lie).digest })).rejects.toMatchObject(tampered);
});

test('an approved row that was put there by hand runs nothing [S-083]', async () => {
  const { as, refund, counter, database, real } = await editable();
  const { id } = pendingOf(await refund());
  const row = (await real.approval('acme', id))!;
  const key = await keyRing(keys, real, () => 'none').of('acme', '');
  const votes = ['rita', 'ron'].map((one) => ({ approver: one, person: `person:${one}`, at: row.asked }));
  database
    .prepare("UPDATE countersign_approval SET status = 'approved', votes = ?, decided = asked WHERE id = ?")
    .run(sealVotes(key, row, votes), id);
  await expect(refund()).rejects.toMatchObject(tampered);
  await expect(as('rita').show(id)).rejects.toMatchObject(tampered);
  expect(counter.effects).toEqual([]);
});

test('what broke is thrown as what it is: the store’s own failure, or the step that failed', async () => {
  const { boundary, as, refund, counter, bend } = await editable();
  const { id, seen } = pendingOf(await refund());
  bend({ decideApproval: full });
  await expect(as('rita').approve(id, seen)).rejects.toMatchObject({ code: 'store_failed' });
  bend({});
  counter.onLoad = () => {
    throw Object.assign(new Error('the shop is down'), { code: 'store_failed' });
  };
  await expect(as('rita').approve(id, seen)).rejects.toMatchObject({
    name: 'DecisionUnavailable',
    code: 'decision_unavailable',
  });
  counter.onLoad = () => {};
  const faults = (await evidenceOf(boundary)).filter(({ type }) => type === 'fault');
  expect(faults.map(({ body }) => body['step'])).toEqual(['load']);
  expect(await as('rita').approve(id, seen)).toMatchObject({ votes: 1 });
});

test('a store that fails while people are looked for or asked says so itself, and nothing is asked', async () => {
  const { as, refund, session, bend } = await editable();
  const ahead = () => session.preflight('orders.refund', { orderId: 'o-1', amount: 1 }, { callId: 'ahead' });
  for (const bent of [{ approvalsOf: full }, { requestApproval: full }]) {
    bend(bent);
    await expect(refund()).rejects.toMatchObject({ code: 'store_failed' });
    await expect(ahead()).rejects.toMatchObject({ code: 'store_failed' });
    bend({});
    expect(await as('rita').list()).toMatchObject({ approvals: [] });
  }
  expect((await refund()).kind).toBe('pending');
});

test('a refusal that cannot be recorded is not answered', async () => {
  const { as, refund, bend } = await editable();
  const { id, seen } = pendingOf(await refund());
  bend({ appendEvidence: full });
  await expect(as('eve').approve(id, seen)).rejects.toMatchObject({ code: 'store_failed' });
});

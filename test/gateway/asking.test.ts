import { expect, test } from 'vitest';
import { actionOf, openAsk } from '../../src/approval/index.ts';
import { capability, jsonSchema } from '../../src/index.ts';
import { digestText, keyRing } from '../../src/json/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { deskCapabilities, evidenceOf, newDesk, openDesk } from '../desk.ts';
import { deskKeys } from '../operator.ts';
import { allows, approved, asked, openKnowledge, refusals, said, search, seven, types } from './knowledge.ts';

const day = 86_400_000;

test('asking answers a token of 256 bits and a receipt of exactly the action [D-062]', async () => {
  const { gateway, clock } = await openKnowledge();
  const action = search();
  const { token, receipt } = await asked(gateway, action);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(receipt).toEqual({
    approvalId: digestText('countersign/gateway-token/v1', token),
    executionId: expect.stringMatching(/^[0-9a-z]{26}$/),
    actionDigest: action.digest,
    expiresAt: clock.now() + day,
  });
});

test('of the token only its hash is kept, and of the action nothing in clear [D-007, D-062]', async () => {
  const { gateway, database, boundary } = await openKnowledge();
  const tokens = [];
  for (const query of ['retention policy', 'parental leave']) {
    tokens.push((await approved(gateway, search({ args: { query } }))).token);
  }
  expect(new Set(tokens).size).toBe(2);
  const dump = JSON.stringify([
    database.prepare('SELECT * FROM countersign_approval').all(),
    database.prepare('SELECT * FROM countersign_conversation').all(),
    await evidenceOf(boundary),
  ]);
  for (const text of [...tokens, 'user-42', 'approver-7', 'retention', 'parental', 'project/hr', 'c-1'])
    expect(dump).not.toContain(text);
});

test('a second ask about the same action gets the receipt of the first, and no token [D-062]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const first = await asked(gateway);
  const again = await gateway.request(search(), { conversation: 'c-2' });
  expect(again).toEqual({ kind: 'existing', status: 'pending', receipt: first.receipt });
  await gateway.approve(first.token, search(), { approver: seven, acl: allows });
  const later = await gateway.request(search(), { conversation: 'c-1' });
  expect(later).toEqual({ kind: 'existing', status: 'approved', receipt: first.receipt });
  expect(await types(boundary)).toEqual(['approval.requested', 'approval.approved']);
});

test('of twenty asks at once one gets the token [D-062]', async () => {
  const { gateway, database } = await openKnowledge();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => gateway.request(search(), { conversation: 'c-1' })),
  );
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual([
    ...Array<string>(19).fill('existing'),
    'requested',
  ]);
  expect(new Set(answers.map((answer) => JSON.stringify('receipt' in answer && answer.receipt))).size).toBe(
    1,
  );
  expect(database.prepare('SELECT count(*) FROM countersign_approval').pluck().get()).toBe(1);
});

test('an ask that takes more persons is not answered by one that takes fewer', async () => {
  const { gateway, boundary } = await openKnowledge();
  await asked(gateway);
  const stepped = await gateway.request(search(), { conversation: 'c-1', quorum: 2 });
  expect(said(stepped)).toBe('approval_mismatch');
  expect(await refusals(boundary)).toEqual(['request: approval_mismatch']);
});

test('one that has expired is replaced, on record', async () => {
  const { gateway, boundary, clock } = await openKnowledge();
  const first = await asked(gateway, search(), { ttl: 60_000 });
  clock.advance(60_000);
  const second = await asked(gateway);
  expect(second.receipt.approvalId).not.toBe(first.receipt.approvalId);
  expect(second.receipt.executionId).not.toBe(first.receipt.executionId);
  expect(await types(boundary)).toEqual(['approval.requested', 'approval.expired', 'approval.requested']);
});

test('what was rejected is not asked again for a day, whatever else the arguments say', async () => {
  const { gateway, boundary, clock } = await openKnowledge();
  const { token } = await asked(gateway);
  const rejected = await gateway.reject(token, search(), { approver: seven, acl: allows, reason: 'why?' });
  expect(rejected).toEqual({ kind: 'rejected', refusedUntil: clock.now() + day });
  const reworded = search({ args: { query: 'retention policies, please' } });
  expect(said(await gateway.request(reworded, { conversation: 'c-9' }))).toBe('approval_rejected');
  expect(said(await gateway.request(search({ target: 'project/it' }), { conversation: 'c-1' }))).toBe(
    'requested',
  );
  expect(said(await gateway.request(search({ principal: 'user-43' }), { conversation: 'c-1' }))).toBe(
    'requested',
  );
  clock.advance(day);
  expect(said(await gateway.request(reworded, { conversation: 'c-1' }))).toBe('requested');
  expect(await refusals(boundary)).toEqual(['request: approval_rejected']);
});

test('where no target is claimed a rejection is of those arguments', async () => {
  const { gateway } = await openKnowledge();
  const about = (query: string) => search({ target: null, args: { query } });
  const { token } = await asked(gateway, about('salaries'));
  await gateway.reject(token, about('salaries'), { approver: seven, acl: allows });
  expect(said(await gateway.request(about('salaries'), { conversation: 'c-1' }))).toBe('approval_rejected');
  expect(said(await gateway.request(about('holidays'), { conversation: 'c-1' }))).toBe('requested');
});

test('a conversation has five asks waiting at most, and a principal twenty an hour', async () => {
  const { gateway, boundary, clock } = await openKnowledge();
  const ask = (query: number, conversation: string) =>
    gateway.request(search({ args: { query } }), { conversation });
  for (let query = 0; query < 5; query += 1) expect(said(await ask(query, 'c-1'))).toBe('requested');
  expect(await ask(5, 'c-1')).toEqual({ kind: 'throttled', limit: 'approvals.pending', retryAfter: null });
  for (let query = 5; query < 20; query += 1)
    expect(said(await ask(query, `c-${Math.floor(query / 5) + 1}`))).toBe('requested');
  clock.advance(2_000);
  expect(await ask(20, 'c-9')).toEqual({
    kind: 'throttled',
    limit: 'approvals.asks',
    retryAfter: 3_600_000 - 2_000,
  });
  expect(await refusals(boundary)).toEqual(['request: limit_exceeded', 'request: limit_exceeded']);
});

test('a name that the catalogue knows and nobody has classified is not asked about; others are the gateway’s own', async () => {
  const base = { name: 'orders.wipe', input: jsonSchema({ type: 'object' }), authorize: () => true };
  // What no type allows, and a declaration from outside TypeScript can still do.
  const wipe = capability({ ...base, execute: () => null } as unknown as Parameters<typeof capability>[0]);
  const { gateway, boundary } = await openKnowledge({ capabilities: [wipe] });
  const ask = (name: string) => gateway.request(search({ name }), { conversation: 'c-1' });
  expect(said(await ask('orders.wipe'))).toBe('not_classified');
  expect(said(await ask('orders.wipe.all'))).toBe('requested');
  expect(await refusals(boundary)).toEqual(['request: not_classified']);
});

test('under a superseded catalogue nobody is asked [S-150]', async () => {
  const old = await openKnowledge();
  const others = [...deskCapabilities(newDesk())].slice(0, 1);
  const next = await openDesk({ store: sqlite(old.database), capabilities: others });
  await next.boundary.supersedeOtherCatalogues('deployed');
  expect(said(await old.gateway.request(search(), { conversation: 'c-1' }))).toBe('catalogue_stale');
  expect(await refusals(old.boundary)).toEqual(['request: catalogue_stale']);
});

test('the conversation is made for exactly this tenant and principal, and an edited one is a fault [D-009]', async () => {
  const { gateway, boundary, database } = await openKnowledge();
  await asked(gateway);
  await asked(gateway, search({ tenant: 'globex' }));
  await asked(gateway, search({ principal: 'user-43' }));
  const rows = database.prepare('SELECT tenant, owner, id FROM countersign_conversation').all();
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(3);
  database.exec("UPDATE countersign_conversation SET steps = 7 WHERE tenant = 'globex'");
  const edited = gateway.request(search({ tenant: 'globex', target: 'project/it' }), { conversation: 'c-1' });
  await expect(edited).rejects.toMatchObject({ code: 'state_tampered' });
  expect((await evidenceOf(boundary, 'globex')).at(-1)).toMatchObject({
    type: 'fault',
    body: { step: 'gateway', code: 'state_tampered' },
  });
});

test('what people are shown opens to exactly the action', async () => {
  const { gateway, database, store } = await openKnowledge();
  const action = search();
  const { receipt } = await asked(gateway, action);
  const row = database.prepare('SELECT sealed, action FROM countersign_approval').get() as {
    readonly sealed: string;
    readonly action: string;
  };
  const key = await keyRing(deskKeys, store, () => 'no other key').of('acme', '');
  const content = openAsk(key, { tenant: 'acme', id: receipt.approvalId, action: row.action }, row.sealed);
  expect(content).toMatchObject({
    context: { tenant: 'acme', principal: 'user-42', conversation: 'c-1' },
    arguments: { query: 'retention policy' },
    reasons: ['policy'],
    policy: 'gateway',
  });
  expect(actionOf(content!).digest).toBe(action.digest);
});

test('what a service asks for is nobody’s own, whatever it is called', async () => {
  const personOf = ({ kind, id }: { readonly kind: string; readonly id: string }) =>
    kind === 'principal' ? null : id;
  const { boundary, gateway } = await openKnowledge({ directory: { principal: () => ({}), personOf } });
  const { receipt } = await asked(gateway, search({ principal: 'person:rita' }));
  const { approvals } = boundary.approver({ tenant: 'acme', id: 'rita' });
  const unknown = { kind: 'refused', reason: 'unknown_approval' };
  expect(await approvals.show(receipt.approvalId)).toEqual(unknown);
  expect(await approvals.revoke(receipt.approvalId, { reason: 'mine' })).toEqual(unknown);
});

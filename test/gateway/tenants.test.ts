/* Three tenants have to agree, at every step: the action's, the approval's, and the one for which the process works. */
import { expect, test } from 'vitest';
import { type Action, type Gateway, type Receipt, withTenant } from '../../src/index.ts';
import { evidenceOf, turns } from '../desk.ts';
import { allows, approved, asked, openKnowledge, refusals, said, search, seven, types } from './knowledge.ts';

interface Held {
  readonly token: string;
  readonly receipt: Receipt;
}

/** Everything that can be done with what somebody holds, on behalf of a tenant, in the order of `operations`. */
async function everything(gateway: Gateway, { token, receipt }: Held, action: Action, tenant: string) {
  const options = { approver: { tenant, id: 'approver-7' }, acl: allows };
  return [
    said(await gateway.approve(token, action, options)),
    said(await gateway.reject(token, action, options)),
    said(await gateway.verify(receipt, action, allows)),
    said(await gateway.revoke(receipt, action, { ...options, reason: 'stop' })),
  ];
}

const operations = ['approve', 'reject', 'verify', 'revoke'];
const all = (reason: string) => operations.map(() => reason);
const logged = (reason: string) => operations.map((operation) => `${operation}: ${reason}`);

test('what another tenant holds is unknown to it, and its owner learns who tried [B-064, D-006, D-060]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const stolen = await approved(gateway);
  const own = search({ tenant: 'globex' });
  expect(await everything(gateway, stolen, own, 'globex')).toEqual(all('approval_unknown'));
  expect(await refusals(boundary)).toEqual(logged('binding_mismatch'));
  expect(await refusals(boundary, 'globex')).toEqual(logged('approval_unknown'));

  const records = await evidenceOf(boundary);
  const { approval, execution, tenant: home } = records[0]!.body;
  expect(records[0]!.type).toBe('approval.requested');
  expect(home).toBeUndefined();
  for (const { body } of records.slice(2)) expect(body).toMatchObject({ approval, execution });
  for (const { body } of await evidenceOf(boundary, 'globex'))
    expect(body).toMatchObject({ approval: null, execution: null, capability: 'search_knowledge_base' });
  // Neither log leads to the other: not even who tried is the same text in both.
  const theirs = JSON.stringify(await evidenceOf(boundary, 'globex'));
  for (const { body } of records.slice(2))
    for (const member of ['principal', 'action', 'tenant'] as const)
      expect(theirs).not.toContain(body[member]);
  expect(JSON.stringify(records)).not.toContain('globex');
  expect(JSON.stringify(await evidenceOf(boundary, 'globex'))).not.toContain('acme');
  expect(said(await gateway.verify(stolen.receipt, search(), allows))).toBe('verified');
});

test('an action of the owner does not help an approver of another tenant', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { token } = await asked(gateway);
  const options = { approver: { tenant: 'globex', id: 'approver-7' }, acl: allows };
  expect(said(await gateway.approve(token, search(), options))).toBe('approval_unknown');
  expect(await refusals(boundary)).toEqual(['approve: binding_mismatch']);
  expect(await refusals(boundary, 'globex')).toEqual(['approve: approval_unknown']);
});

test('a process that works for another tenant gets nothing done with what it was handed [D-060]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const held = await approved(gateway);
  const stale = () => everything(gateway, held, search(), 'acme');
  expect(await withTenant('globex', stale)).toEqual(all('approval_unknown'));
  expect(await refusals(boundary)).toEqual(logged('binding_mismatch'));
  expect(await refusals(boundary, 'globex')).toEqual(logged('approval_unknown'));
  expect(said(await withTenant('acme', () => gateway.verify(held.receipt, search(), allows)))).toBe(
    'verified',
  );
});

test('an action of another tenant does not pass in a process that works for the owner', async () => {
  const { gateway, boundary } = await openKnowledge();
  const held = await approved(gateway);
  const mixed = () => everything(gateway, held, search({ tenant: 'globex' }), 'acme');
  expect(await withTenant('acme', mixed)).toEqual(all('binding_mismatch'));
  expect(await refusals(boundary)).toEqual(logged('binding_mismatch'));
  expect(await types(boundary, 'globex')).toEqual([]);
});

test('where tenancy is ambient, nothing is done outside of a tenant', async () => {
  const { gateway, boundary } = await openKnowledge({ tenancy: 'ambient' });
  const held = await withTenant('acme', () => approved(gateway));
  expect(await everything(gateway, held, search(), 'acme')).toEqual(all('binding_mismatch'));
  const unasked = await gateway.request(search({ target: 'project/it' }), { conversation: 'c-1' });
  expect(said(unasked)).toBe('binding_mismatch');
  expect(await refusals(boundary)).toEqual([...logged('binding_mismatch'), 'request: binding_mismatch']);
  expect(said(await withTenant('acme', () => gateway.verify(held.receipt, search(), allows)))).toBe(
    'verified',
  );
});

test('nobody is asked for another tenant than the process works for', async () => {
  const { gateway, boundary, database } = await openKnowledge();
  const ask = () => gateway.request(search(), { conversation: 'c-1' });
  expect(said(await withTenant('globex', ask))).toBe('binding_mismatch');
  expect(await refusals(boundary, 'globex')).toEqual(['request: binding_mismatch']);
  expect(await types(boundary)).toEqual([]);
  expect(database.prepare('SELECT count(*) FROM countersign_approval').pluck().get()).toBe(0);
});

test('two tenants ask the same, and neither has anything of the other', async () => {
  const { gateway, boundary } = await openKnowledge();
  const one = await asked(gateway);
  const two = await asked(gateway, search({ tenant: 'globex' }));
  expect(two.token).not.toBe(one.token);
  expect(two.receipt.actionDigest).not.toBe(one.receipt.actionDigest);
  await gateway.approve(one.token, search(), { approver: seven, acl: allows });
  const other = await gateway.verify(two.receipt, search({ tenant: 'globex' }), allows);
  expect(said(other)).toBe('not_approved');
  const [mine, theirs] = [await evidenceOf(boundary), await evidenceOf(boundary, 'globex')];
  for (const member of ['approval', 'execution', 'principal', 'conversation', 'arguments'])
    expect(mine[0]!.body[member]).not.toBe(theirs[0]!.body[member]);
});

test('whoever varies what it tries cannot fill the log of another tenant [D-008]', async () => {
  const { gateway, boundary, clock } = await openKnowledge();
  const { receipt } = await approved(gateway);
  for (let query = 0; query < 50; query += 1) {
    const own = search({ tenant: 'globex', args: { query } });
    expect(said(await gateway.verify(receipt, own, allows))).toBe('approval_unknown');
  }
  clock.advance(1_000);
  await turns();
  for (const tenant of ['acme', 'globex']) {
    const records = (await evidenceOf(boundary, tenant)).filter(({ type }) => type === 'approval.denied');
    expect(records.map(({ body }) => [body['count'], typeof body['action']])).toEqual([
      [1, 'string'],
      [49, 'object'],
    ]);
  }
});

test('what another tenant tries makes no key of its people where it tries', async () => {
  const { gateway, database } = await openKnowledge();
  const { receipt } = await approved(gateway);
  const keys = () =>
    database.prepare("SELECT count(*) FROM countersign_wrapped_key WHERE tenant = 'acme'").pluck();
  const before = keys().get();
  for (const principal of ['mallory-1', 'mallory-2', 'mallory-3'])
    await gateway.verify(receipt, search({ tenant: 'globex', principal }), allows);
  expect(keys().get()).toBe(before);
});

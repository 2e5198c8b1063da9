import { expect, test } from 'vitest';
import { capability, type Gateway, jsonSchema, type Receipt } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { deskCapabilities, evidenceOf, held, newDesk, openDesk, turns } from '../desk.ts';
import {
  allows,
  approved,
  asked,
  eight,
  openKnowledge,
  refusals,
  said,
  search,
  seven,
  types,
} from './knowledge.ts';

const verify = async (gateway: Gateway, receipt: unknown, action = search(), acl = allows) =>
  said(await gateway.verify(receipt as Receipt, action, acl));

test('a receipt verifies as often as it is asked, writes nothing, and names the execution [D-063]', async () => {
  const { gateway, boundary, database } = await openKnowledge();
  const { receipt } = await approved(gateway);
  const before = database.prepare('SELECT * FROM countersign_approval').all();
  for (let time = 0; time < 3; time += 1) {
    expect(await gateway.verify(receipt, search(), allows)).toEqual({
      kind: 'verified',
      executionId: receipt.executionId,
    });
    expect(await gateway.verifyForExecution(receipt, search(), allows)).toBe(true);
  }
  expect(database.prepare('SELECT * FROM countersign_approval').all()).toEqual(before);
  expect(await types(boundary)).toEqual(['approval.requested', 'approval.approved']);
});

test('it travels as JSON, and verifies in another process on the same database', async () => {
  const { gateway, database } = await openKnowledge();
  const { receipt } = await approved(gateway);
  const worker = await openDesk({ store: sqlite(database) });
  const arrived: unknown = JSON.parse(JSON.stringify({ ...receipt }, Object.keys(receipt).toReversed()));
  expect(await verify(worker.boundary.gateway, arrived)).toBe('verified');
});

test('it verifies until just before it expires [B-061]', async () => {
  const { gateway, clock } = await openKnowledge();
  const { receipt } = await approved(gateway, search(), { ttl: 60_000 });
  clock.advance(59_999);
  expect(await verify(gateway, receipt)).toBe('verified');
  clock.advance(1);
  expect(await verify(gateway, receipt)).toBe('expired');
  expect(await gateway.verifyForExecution(receipt, search(), allows)).toBe(false);
});

test('a time that another process has reached counts, whatever the own clock says', async () => {
  const { gateway, database, clock } = await openKnowledge();
  const { receipt } = await approved(gateway, search(), { ttl: 60_000 });
  const ahead = await openDesk({ store: sqlite(database) });
  ahead.clock.set(clock.now() + 60_000);
  await asked(ahead.boundary.gateway, search({ target: 'project/it' }));
  expect(await verify(gateway, receipt)).toBe('expired');
});

test('rights as they are now count, of everyone who agreed [D-063]', async () => {
  const { gateway } = await openKnowledge();
  const { token, receipt } = await asked(gateway, search(), { quorum: 2 });
  for (const approver of [seven, eight]) await gateway.approve(token, search(), { approver, acl: allows });
  const entitled = new Set(['approver-7', 'approver-8']);
  const seen: unknown[] = [];
  const acl: Parameters<Gateway['verify']>[2] = (action, approvers) => {
    seen.push(action.digest, approvers);
    return approvers.every(({ id }) => entitled.has(id));
  };
  expect(said(await gateway.verify(receipt, search(), acl))).toBe('verified');
  expect(seen).toEqual([search().digest, [seven, eight]]);
  entitled.delete('approver-8');
  expect(said(await gateway.verify(receipt, search(), acl))).toBe('acl_denied');
});

test('persons as they are now count: two accounts that turn out to be one person, or who asks, are not two others [B-047]', async () => {
  const persons = new Map<string, unknown>();
  const personOf = ({ id }: { readonly id: string }) => {
    const person = persons.has(id) ? persons.get(id) : id;
    if (person instanceof Error) throw person;
    return person as string;
  };
  const { gateway, boundary } = await openKnowledge({ directory: { principal: () => ({}), personOf } });
  const { token, receipt } = await asked(gateway, search(), { quorum: 2 });
  for (const approver of [seven, eight]) await gateway.approve(token, search(), { approver, acl: allows });
  expect(await verify(gateway, receipt)).toBe('verified');
  for (const [person, said] of [
    ['approver-7', 'acl_denied'],
    ['user-42', 'acl_denied'],
    [null, 'acl_denied'],
    ['', 'acl_error'],
    [undefined, 'acl_error'],
    [' approver-8', 'acl_error'],
    [new Error('the directory is down'), 'acl_error'],
  ] as const) {
    persons.set('approver-8', person);
    expect(await verify(gateway, receipt)).toBe(said);
  }
  // Who asks is asked for as well: they may have become one of those who agreed.
  persons.delete('approver-8');
  persons.set('user-42', 'approver-8');
  expect(await verify(gateway, receipt)).toBe('acl_denied');
  persons.delete('user-42');
  expect(await verify(gateway, receipt)).toBe('verified');
  expect(await refusals(boundary)).toEqual(
    expect.arrayContaining(['verify: acl_denied', 'verify: acl_error']),
  );
});

test('what is taken back while the directory thinks does not verify [B-062]', async () => {
  let answer: Promise<unknown> = Promise.resolve();
  const personOf = async ({ id }: { readonly id: string }) => {
    await answer;
    return id;
  };
  const { gateway } = await openKnowledge({ directory: { principal: () => ({}), personOf } });
  const { receipt } = await approved(gateway);
  const gate = held();
  answer = gate.promise;
  const verifying = verify(gateway, receipt);
  await turns();
  await gateway.revoke(receipt, search(), { approver: seven, acl: allows, reason: 'stop' });
  gate.resolve(undefined);
  expect(await verifying).toBe('not_approved');
});

test('under a superseded catalogue nothing verifies, and it can still be taken back [S-150]', async () => {
  const { gateway, boundary, database } = await openKnowledge();
  const { receipt } = await approved(gateway);
  const others = [...deskCapabilities(newDesk())].slice(0, 1);
  const next = await openDesk({ store: sqlite(database), capabilities: others });
  expect(await verify(gateway, receipt)).toBe('verified');
  await next.boundary.supersedeOtherCatalogues('deployed');
  expect(await verify(gateway, receipt)).toBe('catalogue_stale');
  expect(await verify(next.boundary.gateway, receipt)).toBe('verified');
  expect(await refusals(boundary)).toEqual(['verify: catalogue_stale']);
  const taken = await gateway.revoke(receipt, search(), { approver: seven, acl: allows, reason: 'stop' });
  expect(taken.kind).toBe('revoked');
});

test('a catalogue whose row was taken away lets nothing verify', async () => {
  const { gateway, database } = await openKnowledge();
  const { receipt } = await approved(gateway);
  database.exec('DELETE FROM countersign_catalogue');
  await expect(verify(gateway, receipt)).rejects.toMatchObject({ code: 'state_tampered' });
});

test('a name that came to be declared and not classified is neither agreed to nor run [B-035]', async () => {
  const { gateway, database } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const base = {
    name: 'search_knowledge_base',
    input: jsonSchema({ type: 'object' }),
    authorize: () => true,
  };
  // What no type allows, and a declaration from outside TypeScript can still do.
  const vague = capability({ ...base, execute: () => null } as unknown as Parameters<typeof capability>[0]);
  const next = await openDesk({ store: sqlite(database), capabilities: [vague] });
  const answer = { approver: seven, acl: allows };
  const later = next.boundary.gateway;
  expect(said(await later.approve(token, search(), answer))).toBe('not_classified');
  expect(said(await gateway.approve(token, search(), answer))).toBe('approved');
  expect(await verify(later, receipt)).toBe('not_classified');
  expect(await verify(gateway, receipt)).toBe('verified');
  expect(said(await later.revoke(receipt, search(), { ...answer, reason: 'stop' }))).toBe('revoked');
});

test('what was taken back does not verify, nor is it taken back twice [B-062, D-063]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { receipt, token } = await approved(gateway);
  const revoke = (reason: string) =>
    gateway.revoke(receipt, search(), { approver: eight, acl: allows, reason });
  expect(await revoke('the policy changed')).toEqual({ kind: 'revoked' });
  expect(await verify(gateway, receipt)).toBe('not_approved');
  expect(said(await revoke('again'))).toBe('not_pending');
  expect(said(await gateway.approve(token, search(), { approver: eight, acl: allows }))).toBe('not_pending');
  const revoked = (await evidenceOf(boundary)).find(({ type }) => type === 'approval.revoked')!;
  expect(revoked.body).toMatchObject({ by: 'approver', reason: 'the policy changed' });
  expect(said(await gateway.request(search(), { conversation: 'c-1' }))).toBe('requested');
});

test('an ask can be taken back before anybody answers, by whom access control allows it', async () => {
  const { gateway } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const own = { tenant: 'acme', id: 'user-42' };
  const revoke = (acl: () => boolean) =>
    gateway.revoke(receipt, search(), { approver: own, acl, reason: 'no' });
  expect(said(await revoke(() => false))).toBe('acl_denied');
  expect(said(await revoke(allows))).toBe('revoked');
  expect(said(await gateway.approve(token, search(), { approver: seven, acl: allows }))).toBe('not_pending');
});

test('what is taken back while access control thinks does not verify [B-062]', async () => {
  const { gateway } = await openKnowledge();
  const { receipt } = await approved(gateway);
  const gate = held<boolean>();
  const late = gateway.verify(receipt, search(), () => gate.promise);
  await turns();
  await gateway.revoke(receipt, search(), { approver: eight, acl: allows, reason: 'stop' });
  gate.resolve(true);
  expect(said(await late)).toBe('not_approved');
});

test('what expires while access control thinks does not verify, nor is it taken back', async () => {
  const { gateway, clock } = await openKnowledge();
  const { receipt } = await approved(gateway, search(), { ttl: 60_000 });
  clock.advance(59_999);
  const gate = held<boolean>();
  const acl = () => gate.promise;
  const late = gateway.verify(receipt, search(), acl);
  const revoked = gateway.revoke(receipt, search(), { approver: eight, acl, reason: 'stop' });
  await turns();
  clock.advance(1);
  gate.resolve(true);
  expect([said(await late), said(await revoked)]).toEqual(['expired', 'expired']);
});

test('what nobody agreed to, or somebody refused, does not verify', async () => {
  const { gateway } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  expect(await verify(gateway, receipt)).toBe('not_approved');
  await gateway.reject(token, search(), { approver: seven, acl: allows });
  expect(await verify(gateway, receipt)).toBe('not_approved');
});

test('a receipt that was edited in any member, or has one too many or too few, does not verify [D-060]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { receipt } = await approved(gateway);
  const { receipt: other } = await approved(gateway, search({ target: 'project/it' }));
  const { expiresAt: _missing, ...short } = receipt;
  const edited: readonly (readonly [given: unknown, reason: string])[] = [
    [{ ...receipt, executionId: other.executionId }, 'execution_mismatch'],
    [{ ...receipt, executionId: null }, 'execution_mismatch'],
    [{ ...receipt, actionDigest: other.actionDigest }, 'receipt_mismatch'],
    [{ ...receipt, actionDigest: receipt.actionDigest.toUpperCase() }, 'receipt_mismatch'],
    [{ ...receipt, expiresAt: receipt.expiresAt + 1 }, 'receipt_mismatch'],
    [{ ...receipt, expiresAt: String(receipt.expiresAt) }, 'receipt_mismatch'],
    [{ ...receipt, approver: 'approver-7' }, 'receipt_mismatch'],
    [short, 'receipt_mismatch'],
    [other, 'binding_mismatch'],
    [{ ...receipt, approvalId: other.approvalId }, 'binding_mismatch'],
    [{ ...receipt, approvalId: receipt.approvalId.toUpperCase() }, 'approval_unknown'],
    [{ ...receipt, approvalId: '*' }, 'approval_unknown'],
    [{ ...receipt, approvalId: '' }, 'approval_unknown'],
    [{ ...receipt, approvalId: [receipt.approvalId] }, 'approval_unknown'],
    [receipt.approvalId, 'approval_unknown'],
    [[receipt], 'approval_unknown'],
    [null, 'approval_unknown'],
    [undefined, 'approval_unknown'],
    [Object.create(receipt), 'approval_unknown'],
    [new Proxy(receipt, {}), 'approval_unknown'],
    [{ ...receipt, toJSON: () => receipt }, 'approval_unknown'],
  ];
  for (const [given, reason] of edited) {
    expect(await verify(gateway, given)).toBe(reason);
    expect(await gateway.verifyForExecution(given as Receipt, search(), allows)).toBe(false);
    const options = { approver: eight, acl: allows, reason: 'stop' };
    expect(said(await gateway.revoke(given as Receipt, search(), options))).toBe(reason);
  }
  expect(await verify(gateway, receipt)).toBe('verified');
  expect(new Set(await refusals(boundary)).size).toBe(8);
});

test('a receipt is for the one action that was agreed to [D-060]', async () => {
  const { gateway } = await openKnowledge();
  const { receipt } = await approved(gateway);
  for (const other of [
    search({ args: { query: 'salaries' } }),
    search({ principal: 'user-43' }),
    search({ name: 'search_everything' }),
  ])
    expect(await verify(gateway, receipt, other)).toBe('binding_mismatch');
});

test('a token is no receipt, and the receipt of a call is none of a gateway', async () => {
  const { gateway } = await openKnowledge();
  const { receipt, token } = await approved(gateway);
  expect(await verify(gateway, { ...receipt, approvalId: token })).toBe('approval_unknown');
  expect(await verify(gateway, { ...receipt, approvalId: receipt.executionId })).toBe('approval_unknown');
});

test('people see an ask of a gateway beside others and may refuse it; agreeing takes its token', async () => {
  const { gateway, boundary } = await openKnowledge({
    directory: { principal: () => ({}), approver: () => true },
  });
  const { token, receipt } = await asked(gateway);
  const { approvals } = boundary.approver(eight);
  const { approvalId, actionDigest: digest } = receipt;
  expect(await approvals.list()).toMatchObject({ kind: 'listed', approvals: [{ approvalId }] });
  expect(await approvals.show(approvalId)).toMatchObject({
    kind: 'shown',
    approval: { actionDigest: digest, principal: 'user-42', arguments: [{ name: 'query' }] },
  });
  expect((await approvals.approve(approvalId, { digest })).kind).toBe('refused');
  expect(await verify(gateway, receipt)).toBe('not_approved');
  expect(await approvals.reject(approvalId, { digest })).toMatchObject({
    kind: 'answered',
    status: 'rejected',
  });
  expect(said(await gateway.approve(token, search(), { approver: seven, acl: allows }))).toBe('not_pending');
});

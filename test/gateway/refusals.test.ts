/* Every refusal is on record before it is answered; where it cannot be, that is thrown. */
import { expect, test } from 'vitest';
import { DecisionUnavailable, type Gateway, type Receipt } from '../../src/index.ts';
import { full } from '../bent-store.ts';
import { evidenceOf, turns } from '../desk.ts';
import { allows, approved, asked, eight, openKnowledge, refusals, said, search, seven } from './knowledge.ts';

type Opened = Awaited<ReturnType<typeof openKnowledge>>;

const broken = () => {
  throw new Error('no policy today');
};

/** One way to be refused for each reason. */
const ways: Readonly<
  Record<string, (opened: Opened) => Promise<{ readonly kind: string; readonly reason?: string }>>
> = {
  binding_mismatch: async ({ gateway }) => {
    const { token } = await asked(gateway);
    return gateway.approve(token, search({ target: 'project/it' }), { approver: seven, acl: allows });
  },
  acl_denied: async ({ gateway }) => gateway.verify((await approved(gateway)).receipt, search(), () => false),
  acl_error: async ({ gateway }) => gateway.verify((await approved(gateway)).receipt, search(), broken),
  replayed: async ({ gateway }) =>
    gateway.approve((await approved(gateway)).token, search(), { approver: eight, acl: allows }),
  not_pending: async ({ gateway }) => {
    const { token } = await asked(gateway);
    await gateway.reject(token, search(), { approver: seven, acl: allows });
    return gateway.approve(token, search(), { approver: seven, acl: allows });
  },
  not_approved: async ({ gateway }) => gateway.verify((await asked(gateway)).receipt, search(), allows),
  expired: async ({ gateway, clock }) => {
    const { receipt } = await approved(gateway);
    clock.advance(86_400_000);
    return gateway.verify(receipt, search(), allows);
  },
  execution_mismatch: async ({ gateway }) => {
    const { receipt } = await approved(gateway);
    return gateway.verify({ ...receipt, executionId: 'another' }, search(), allows);
  },
  receipt_mismatch: async ({ gateway }) => {
    const { receipt } = await approved(gateway);
    return gateway.verify({ ...receipt, expiresAt: receipt.expiresAt + 1 }, search(), allows);
  },
};

test.each(Object.entries(ways))(
  '%s is in evidence with what it was about, and nothing more [D-061]',
  async (reason, way) => {
    const opened = await openKnowledge();
    const answer = await way(opened);
    expect(said(answer)).toBe(reason);
    const records = await evidenceOf(opened.boundary);
    const { principal, approval, execution, catalogue } = records[0]!.body;
    expect(records.at(-1)).toMatchObject({ type: 'approval.denied', authentic: true });
    expect(records.at(-1)!.body).toEqual({
      operation: expect.stringMatching(/^(approve|verify)$/),
      reason,
      fault: reason === 'acl_error',
      approval,
      execution,
      principal,
      capability: 'search_knowledge_base',
      action: expect.stringMatching(/^[\w-]{43}$/),
      tenant: expect.stringMatching(/^[\w-]{43}$/),
      catalogue,
      count: 1,
    });
    expect(JSON.stringify(records)).not.toMatch(/retention|project|user-42|approver-7|no policy|"acme"/);
  },
);

test('the attempted digest tells attempts apart, and the same one is recognised', async () => {
  const { gateway, boundary, clock } = await openKnowledge();
  const { receipt } = await approved(gateway);
  const others = [search({ target: 'a' }), search({ target: 'b' }), search({ target: 'a' })];
  for (const other of others) {
    await gateway.verify(receipt, other, allows);
    clock.advance(1_000);
  }
  const actions = (await evidenceOf(boundary)).slice(2).map(({ body }) => body['action']);
  expect(actions).toHaveLength(3);
  expect(actions[0]).toBe(actions[2]);
  expect(actions[0]).not.toBe(actions[1]);
});

test('a refusal that is repeated within a second is counted [D-008]', async () => {
  const { gateway, boundary, clock } = await openKnowledge();
  const { receipt } = await asked(gateway);
  for (let time = 0; time < 20; time += 1) await gateway.verify(receipt, search(), allows);
  clock.advance(1_000);
  await turns();
  const records = (await evidenceOf(boundary)).filter(({ type }) => type === 'approval.denied');
  expect(records.map(({ body }) => body['count'])).toEqual([1, 19]);
  expect(new Set(records.map(({ body }) => body['action'])).size).toBe(1);
});

test('tokens that nobody knows are in the log of whoever tries them, counted', async () => {
  const { gateway, boundary, clock } = await openKnowledge();
  for (let time = 0; time < 20; time += 1) {
    const other = search({ args: { query: time } });
    await gateway.approve(String(time).padEnd(43, 'x'), other, { approver: seven, acl: allows });
  }
  clock.advance(1_000);
  await turns();
  const records = await evidenceOf(boundary);
  expect(records.map(({ body }) => [body['reason'], body['count'], body['approval']])).toEqual([
    ['approval_unknown', 1, null],
    ['approval_unknown', 19, null],
  ]);
});

test('a refusal that cannot be recorded is thrown, in whichever log [D-061]', async () => {
  for (const tenant of ['acme', 'globex']) {
    const { gateway, bend, real, boundary } = await openKnowledge();
    const { receipt } = await asked(gateway);
    const own = search({ tenant });
    bend({
      appendEvidence: (rows) => (rows[0]?.tenant === tenant ? full() : real.appendEvidence(rows)),
    });
    const refused = gateway.verify(receipt, own, allows);
    await expect(refused).rejects.toMatchObject({ code: 'store_failed' });
    await expect(gateway.verifyForExecution(receipt, own, allows)).rejects.toMatchObject({
      code: 'store_failed',
    });
    bend({});
    expect(said(await gateway.verify(receipt, own, allows))).toBe(
      tenant === 'acme' ? 'not_approved' : 'approval_unknown',
    );
    expect((await refusals(boundary, tenant)).length).toBe(1);
  }
});

test('an answer whose evidence cannot be written is not given', async () => {
  const { gateway, database } = await openKnowledge();
  const { token } = await asked(gateway);
  database.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON countersign_evidence BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  const options = { approver: seven, acl: allows };
  await expect(gateway.approve(token, search(), options)).rejects.toMatchObject({ code: 'store_failed' });
  await expect(gateway.request(search({ target: 'x' }), { conversation: 'c-1' })).rejects.toMatchObject({
    code: 'store_failed',
  });
  database.exec('DROP TRIGGER broken');
  expect(database.prepare('SELECT status FROM countersign_approval').pluck().all()).toEqual(['pending']);
  expect(said(await gateway.approve(token, search(), options))).toBe('approved');
});

const edits: readonly (readonly [what: string, sql: string])[] = [
  ['approved by hand', "UPDATE countersign_approval SET status = 'approved'"],
  ['made to last', 'UPDATE countersign_approval SET expires = expires + 1'],
  ['moved to another tenant', "UPDATE countersign_approval SET tenant = 'globex'"],
  ['given another execution', "UPDATE countersign_approval SET execution = 'another'"],
  ['made to take fewer persons', 'UPDATE countersign_approval SET quorum = 0'],
  ['given another action', "UPDATE countersign_approval SET action = 'another'"],
  ['given votes', "UPDATE countersign_approval SET votes = 'AAAA.BBBB.CCCC'"],
];

test.each(edits)(
  'a row that was %s is a fault, on record, and decides nothing [D-009]',
  async (_what, sql) => {
    const { gateway, boundary, database } = await openKnowledge();
    const { token, receipt } = await asked(gateway);
    database.exec(sql);
    const options = { approver: seven, acl: allows };
    const tries = [
      () => gateway.approve(token, search(), options),
      () => gateway.reject(token, search(), options),
      () => gateway.verify(receipt, search(), allows),
      () => gateway.verifyForExecution(receipt, search(), allows),
      () => gateway.revoke(receipt, search(), { ...options, reason: 'stop' }),
    ];
    for (const again of tries) {
      const error: unknown = await again().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DecisionUnavailable);
      expect(error).toMatchObject({ code: 'state_tampered' });
    }
    expect((await evidenceOf(boundary)).at(-1)).toMatchObject({
      type: 'fault',
      body: { step: 'gateway', code: 'state_tampered' },
    });
  },
);

test('the token of one approval moved to another opens neither [D-009]', async () => {
  const { gateway, database } = await openKnowledge();
  const easy = await asked(gateway);
  const hard = await asked(gateway, search({ target: 'payroll' }), { quorum: 2 });
  database.exec('UPDATE countersign_approval SET token = NULL WHERE quorum = 1');
  database.prepare('UPDATE countersign_approval SET token = ? WHERE quorum = 2').run(easy.receipt.approvalId);
  for (const action of [search(), search({ target: 'payroll' })]) {
    const answer = gateway.approve(easy.token, action, { approver: seven, acl: allows });
    await expect(answer).rejects.toMatchObject({ code: 'state_tampered' });
  }
  expect(
    said(await gateway.approve(hard.token, search({ target: 'payroll' }), { approver: seven, acl: allows })),
  ).toBe('approval_unknown');
});

test('a store that never writes what was judged ends in a fault, not in a loop', async () => {
  const { gateway, bend, real } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  bend({
    decideApproval: async () => ({
      kind: 'moved',
      approval: await real.approval('acme', receipt.approvalId),
    }),
    requestApproval: () => ({ kind: 'moved', what: 'clock', now: 0 }),
  });
  const options = { approver: seven, acl: allows };
  await expect(gateway.approve(token, search(), options)).rejects.toThrow(DecisionUnavailable);
  await expect(gateway.revoke(receipt, search(), { ...options, reason: 'stop' })).rejects.toThrow(
    DecisionUnavailable,
  );
  expect(said(await gateway.request(search({ target: 'a' }), { conversation: 'c-1' }))).toBe('contended');
});

test('a store that fails decides nothing', async () => {
  const { gateway, bend } = await openKnowledge();
  const { receipt } = await approved(gateway);
  bend({ approvalByToken: full });
  await expect(gateway.verifyForExecution(receipt, search(), allows)).rejects.toMatchObject({
    code: 'store_failed',
  });
  bend({
    approvalByToken: () => {
      throw new Error('connection lost');
    },
  });
  await expect(gateway.verify(receipt, search(), allows)).rejects.toThrow(DecisionUnavailable);
});

test('a closed boundary answers nothing more [D-030]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  await boundary.close();
  const tries: readonly ((gateway: Gateway, receipt: Receipt) => Promise<unknown>)[] = [
    (one) => one.request(search(), { conversation: 'c-1' }),
    (one) => one.approve(token, search(), { approver: seven, acl: allows }),
    (one, given) => one.verifyForExecution(given, search(), allows),
  ];
  for (const again of tries)
    await expect(again(gateway, receipt)).rejects.toMatchObject({ code: 'boundary_closed' });
});

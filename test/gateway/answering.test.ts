import { expect, test } from 'vitest';
import type { Acl, Directory } from '../../src/index.ts';
import { evidenceOf, held, turns } from '../desk.ts';
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

const person = (of: (id: string, kind: string) => string | null): Directory => ({
  principal: () => ({}),
  personOf: ({ id, kind }) => of(id, kind),
});

test('one person agrees, and the receipt is that of the ask', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const answer = await gateway.approve(token, search(), { approver: seven, acl: allows });
  expect(answer).toEqual({ kind: 'approved', receipt });
  expect(await types(boundary)).toEqual(['approval.requested', 'approval.approved']);
});

test('a token answers once, whoever comes with it [D-062]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { token } = await approved(gateway);
  for (const approver of [seven, eight]) {
    expect(said(await gateway.approve(token, search(), { approver, acl: allows }))).toBe('replayed');
    expect(said(await gateway.reject(token, search(), { approver, acl: allows }))).toBe('replayed');
  }
  expect(await types(boundary)).toEqual([
    'approval.requested',
    'approval.approved',
    'approval.denied',
    'approval.denied',
  ]);
});

test('of two who come with one token at once one is taken [D-062]', async () => {
  for (const others of ['approve', 'reject'] as const) {
    const { gateway, boundary } = await openKnowledge();
    const { token } = await asked(gateway);
    const gate = held<boolean>();
    const acl = () => gate.promise;
    const first = gateway.approve(token, search(), { approver: seven, acl });
    const second = gateway[others](token, search(), { approver: eight, acl });
    await turns();
    gate.resolve(true);
    const answers = [said(await first), said(await second)];
    expect(answers).toEqual(['approved', 'replayed']);
    expect(await types(boundary)).toEqual(['approval.requested', 'approval.approved', 'approval.denied']);
  }
});

test('what was rejected while somebody was about to agree stays rejected', async () => {
  const { gateway } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const gate = held<boolean>();
  const late = gateway.approve(token, search(), { approver: seven, acl: () => gate.promise });
  await turns();
  expect(said(await gateway.reject(token, search(), { approver: eight, acl: allows }))).toBe('rejected');
  gate.resolve(true);
  expect(said(await late)).toBe('not_pending');
  expect(await gateway.verifyForExecution(receipt, search(), allows)).toBe(false);
});

test('it takes as many different persons as were asked for', async () => {
  const { gateway, boundary } = await openKnowledge({
    directory: person((id) => (id.startsWith('approver-7') ? 'sam' : id)),
  });
  const { token, receipt } = await asked(gateway, search(), { quorum: 2 });
  const answer = (id: string) =>
    gateway.approve(token, search(), { approver: { tenant: 'acme', id }, acl: allows });
  expect(await answer('approver-7')).toEqual({ kind: 'voted', votes: 1, quorum: 2 });
  expect(said(await gateway.verify(receipt, search(), allows))).toBe('not_approved');
  expect(said(await answer('approver-7'))).toBe('replayed');
  expect(said(await answer('approver-7-at-night'))).toBe('replayed');
  expect(await answer('approver-8')).toEqual({ kind: 'approved', receipt });
  expect(said(await answer('approver-9'))).toBe('replayed');
  const votes = (await evidenceOf(boundary)).filter(({ body }) => 'votes' in body);
  expect(votes.map(({ type, body }) => [type, body['votes'], body['quorum']])).toEqual([
    ['approval.voted', 1, 2],
    ['approval.approved', 2, 2],
  ]);
});

test('two persons who agree at once are two', async () => {
  const { gateway } = await openKnowledge();
  const { token } = await asked(gateway, search(), { quorum: 3 });
  const gate = held<boolean>();
  const answers = [1, 2, 3].map((number) =>
    gateway.approve(token, search(), {
      approver: { tenant: 'acme', id: `approver-${number}` },
      acl: () => gate.promise,
    }),
  );
  await turns();
  gate.resolve(true);
  expect((await Promise.all(answers)).map(said).toSorted()).toEqual(['approved', 'voted', 'voted']);
});

test('who asks cannot answer, under whichever account, and neither can a service [B-047]', async () => {
  const accounts = { 'user-42': 'ann', 'ann@night': 'ann', 'ci-bot': null } as Readonly<
    Record<string, string | null>
  >;
  const { gateway, boundary } = await openKnowledge({ directory: person((id) => accounts[id] ?? null) });
  const { token } = await asked(gateway);
  for (const id of ['user-42', 'ann@night', 'ci-bot']) {
    for (const answer of ['approve', 'reject'] as const) {
      const given = { approver: { tenant: 'acme', id }, acl: allows };
      expect([id, said(await gateway[answer](token, search(), given))]).toEqual([id, 'acl_denied']);
    }
  }
  expect(await types(boundary)).not.toContain('approval.approved');
});

test('without a directory who asks is told from others by account', async () => {
  const { gateway } = await openKnowledge();
  const { token } = await asked(gateway);
  const own = { approver: { tenant: 'acme', id: 'user-42' }, acl: allows };
  expect(said(await gateway.approve(token, search(), own))).toBe('acl_denied');
});

test('a directory that does not know who is behind an account is a fault', async () => {
  const { gateway, boundary } = await openKnowledge({
    directory: person((id) => {
      if (id === 'approver-7') throw new Error('ldap is down');
      return id;
    }),
  });
  const { token } = await asked(gateway);
  const answer = await gateway.approve(token, search(), { approver: seven, acl: allows });
  expect(answer).toMatchObject({ kind: 'refused', reason: 'acl_error' });
  expect(JSON.stringify(answer)).not.toContain('ldap');
  expect((await evidenceOf(boundary)).at(-1)!.body).toMatchObject({ reason: 'acl_error', fault: true });
});

const answers: readonly (readonly [title: string, acl: () => unknown, reason: string])[] = [
  ['true', () => true, 'approved'],
  ['a promise of true', async () => true, 'approved'],
  ['false', () => false, 'acl_denied'],
  ['a promise of false', async () => false, 'acl_denied'],
  ['one', () => 1, 'acl_error'],
  ['a text', () => 'allowed', 'acl_error'],
  ['an object that says no', () => ({ allowed: false, message: 'denied' }), 'acl_error'],
  ['a promise of an object', async () => ({ allowed: true }), 'acl_error'],
  ['a boxed boolean', () => Object(true), 'acl_error'],
  ['nothing', () => undefined, 'acl_error'],
  [
    'an error',
    () => {
      throw new Error('no policy');
    },
    'acl_error',
  ],
  ['a rejection', () => Promise.reject(new Error('no policy')), 'acl_error'],
  [
    'what throws when it is looked at',
    () =>
      new Proxy(
        {},
        {
          has: () => {
            throw new Error('no');
          },
        },
      ),
    'acl_error',
  ],
];

test.each(answers)('access control that answers %s: %s [B-092]', async (_title, acl, reason) => {
  const { gateway } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const given = acl as Acl;
  expect(said(await gateway.approve(token, search(), { approver: seven, acl: given }))).toBe(reason);
  await gateway.approve(token, search(), { approver: seven, acl: allows });
  expect(said(await gateway.verify(receipt, search(), given))).toBe(
    reason === 'approved' ? 'verified' : reason,
  );
  expect(await gateway.verifyForExecution(receipt, search(), given)).toBe(reason === 'approved');
});

test('access control that hangs is a fault after the deadline', async () => {
  const { gateway, clock } = await openKnowledge({ decisionDeadline: 1_000 });
  const { token } = await asked(gateway);
  const answer = gateway.approve(token, search(), {
    approver: seven,
    acl: () => new Promise<boolean>(() => {}),
  });
  await turns();
  clock.advance(1_000);
  expect(said(await answer)).toBe('acl_error');
});

test('access control is asked about the action itself, with who answers', async () => {
  const { gateway } = await openKnowledge();
  const { token } = await asked(gateway);
  const action = search();
  const seen: unknown[] = [];
  await gateway.approve(token, action, { approver: { ...seven }, acl: (...given) => seen.push(given) > 0 });
  expect(seen).toEqual([[action, [seven]]]);
  expect((seen[0] as readonly unknown[])[0]).toBe(action);
});

test('of what has ended access control is not asked, and it is told as ended whatever it would say', async () => {
  const { gateway } = await openKnowledge();
  const { token, receipt } = await approved(gateway);
  let times = 0;
  const acl = () => {
    times += 1;
    return false;
  };
  expect(said(await gateway.approve(token, search(), { approver: eight, acl }))).toBe('replayed');
  expect(said(await gateway.reject(token, search(), { approver: eight, acl }))).toBe('replayed');
  const revoke = { approver: eight, reason: 'stop' };
  await gateway.revoke(receipt, search(), { ...revoke, acl: allows });
  expect(said(await gateway.revoke(receipt, search(), { ...revoke, acl }))).toBe('not_pending');
  expect(said(await gateway.approve(token, search(), { approver: eight, acl }))).toBe('not_pending');
  expect(said(await gateway.verify(receipt, search(), acl))).toBe('not_approved');
  expect(times).toBe(0);
});

test('at its expiry and later an ask is over, whatever was on the way [B-050, B-061]', async () => {
  const { gateway, boundary, clock } = await openKnowledge();
  const { token } = await asked(gateway, search(), { ttl: 60_000 });
  clock.advance(59_999);
  const gate = held<boolean>();
  const late = gateway.approve(token, search(), { approver: seven, acl: () => gate.promise });
  await turns();
  clock.advance(1);
  gate.resolve(true);
  expect(said(await late)).toBe('expired');
  expect(said(await gateway.approve(token, search(), { approver: eight, acl: allows }))).toBe('expired');
  expect(said(await gateway.reject(token, search(), { approver: eight, acl: allows }))).toBe('expired');
  expect(await types(boundary)).not.toContain('approval.approved');
});

test('a clock that is set back revives nothing', async () => {
  const { gateway, clock } = await openKnowledge();
  const { token } = await asked(gateway, search(), { ttl: 60_000 });
  const began = clock.now();
  clock.advance(60_000);
  expect(said(await gateway.approve(token, search(), { approver: seven, acl: allows }))).toBe('expired');
  clock.set(began);
  expect(said(await gateway.approve(token, search(), { approver: eight, acl: allows }))).toBe('expired');
});

test('a token that is none, blank, a wildcard, forged or edited leads nowhere [D-060]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
  const none = ['', ' ', '*', '%', '_'.repeat(43), 'A'.repeat(43), flipped, `${token} `, token.slice(1)];
  const others = [`${token}=`, token.toUpperCase(), receipt.approvalId, null, undefined, 7, {}, [token]];
  for (const wrong of [...none, ...others, { toString: () => token }]) {
    const given = { approver: seven, acl: allows };
    expect(said(await gateway.approve(wrong as string, search(), given))).toBe('approval_unknown');
    expect(said(await gateway.reject(wrong as string, search(), given))).toBe('approval_unknown');
  }
  expect(await refusals(boundary)).toEqual(['approve: approval_unknown', 'reject: approval_unknown']);
  expect(said(await gateway.approve(token, search(), { approver: seven, acl: allows }))).toBe('approved');
});

test('a token is for the one action that was asked about [D-060]', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { token } = await asked(gateway);
  const others = [
    search({ args: { query: 'salaries' } }),
    search({ args: { query: 'retention policy', all: true } }),
    search({ target: 'project/it' }),
    search({ effect: 'write' }),
    search({ resource: 'payroll' }),
    search({ principal: 'user-43' }),
    search({ name: 'search_everything' }),
  ];
  for (const other of others)
    expect(said(await gateway.approve(token, other, { approver: seven, acl: allows }))).toBe(
      'binding_mismatch',
    );
  expect(await refusals(boundary)).toEqual(others.map(() => 'approve: binding_mismatch'));
  const same = search({ evidenceRefs: ['other'], args: { query: 'retention policy', tenant_id: 'globex' } });
  expect(said(await gateway.approve(token, same, { approver: seven, acl: allows }))).toBe('approved');
});

import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import { waiting } from './approval.fixture.ts';
import { approvalVerifies, signApproval, type UnsignedApproval } from './approval-row.ts';

const keys = deriveKeys('ab'.repeat(32));
const row: UnsignedApproval = {
  ...waiting,
  status: 'rejected',
  expires: 100,
  decided: 2,
  refusedUntil: 200,
  votes: 'nonce.tag.votes',
  sealed: 'nonce2.tag2.contents',
  token: 'token',
  revision: 3,
};
const signed = signApproval(keys, row);

test('a signed approval verifies under its own key alone [D-011]', () => {
  expect(approvalVerifies(keys, signed)).toBe(true);
  expect(approvalVerifies(deriveKeys('cd'.repeat(32)), signed)).toBe(false);
  expect(approvalVerifies(keys, { ...signed, mac: keys.mac('countersign/call/v1', []) })).toBe(false);
  expect(Object.isFrozen(signed)).toBe(true);
});

const changed: { readonly [C in keyof UnsignedApproval]: readonly UnsignedApproval[C][] } = {
  tenant: ['other', ''],
  id: ['approval-2'],
  execution: ['e-2'],
  capability: ['orders.view'],
  catalogue: ['other'],
  kind: ['confirm'],
  quorum: [1, 0],
  owner: ['other'],
  conversation: ['other'],
  person: ['other'],
  action: ['other'],
  target: ['other'],
  alike: ['other'],
  status: ['pending', 'approved', 'consumed', 'revoked', 'expired'],
  asked: [2],
  expires: [101, Number.POSITIVE_INFINITY, Number.NaN],
  decided: [3, null],
  refusedUntil: [201, null],
  votes: [null, 'other.tag.votes', 'nonce.other.votes'],
  sealed: [null, 'other.tag2.contents', 'nonce2.other.contents'],
  token: [null, 'other'],
  record: ['other', '', null],
  entries: [null, 4],
  step: ['other'],
  revision: [4, 2],
};

for (const column of Object.keys(changed) as (keyof UnsignedApproval)[]) {
  test(`an approval whose ${column} is another does not verify [D-009]`, () => {
    for (const value of changed[column])
      expect(approvalVerifies(keys, { ...signed, [column]: value }), String(value)).toBe(false);
  });
}

test('values that moved to the next column do not verify [D-009]', () => {
  const moved: readonly Partial<UnsignedApproval>[] = [
    { owner: row.conversation, conversation: row.owner },
    { action: row.target, target: row.action },
    { asked: row.expires, expires: row.asked },
    { decided: row.refusedUntil, refusedUntil: row.decided },
    { votes: row.sealed, sealed: row.votes },
    { token: row.record, record: 'token' },
  ];
  for (const columns of moved) expect(approvalVerifies(keys, { ...signed, ...columns })).toBe(false);
});

test('a row of which no record is known has the MAC that it had before records followed from one another', () => {
  const mac = 'TgMQynqjb2Ejg_deXXd-OfQHCyqpf_50TdH4obCiQ7o';
  const old = { ...waiting, record: null, entries: null, step: null };
  const before = { ...old, mac };
  expect(approvalVerifies(keys, before)).toBe(true);
  expect(signApproval(keys, old)).toEqual(before);
  expect(approvalVerifies(keys, { ...before, record: '' })).toBe(false);
});

test('what was signed before a column was filled does not verify as signed after', () => {
  const { votes, sealed, decided, refusedUntil, token, record } = row;
  const empty = signApproval(keys, {
    ...row,
    ...{ votes: null, sealed: null, decided: null, refusedUntil: null, token: null, record: null },
  });
  expect(approvalVerifies(keys, empty)).toBe(true);
  for (const filled of [{ votes }, { sealed }, { decided }, { refusedUntil }, { token }, { record }])
    expect(approvalVerifies(keys, { ...empty, ...filled })).toBe(false);
});

import { expect, test } from 'vitest';
import { waiting } from '../approval/approval.fixture.ts';
import { deriveKeys } from '../json/index.ts';
import { subjectKey } from '../json/subject-key.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { approvalFacts, approvalPrint, evidenceRow } from './index.ts';

const tenant = subjectKey('k-1', new Uint8Array(32).fill(1));
const row: ApprovalRow = { ...waiting, expires: 2, votes: 'nonce.tag.votes', token: 'token', mac: 'mac' };

test('evidence names an approval by a fingerprint, never by its id, and holds nothing else of the row [V-007]', () => {
  const facts = approvalFacts(tenant, row);
  expect(facts).toEqual({
    approval: approvalPrint(tenant, 'approval-1'),
    capability: 'orders.cancel',
    execution: 'e-1',
    catalogue: 'version',
  });
  const record = { type: 'approval.expired', ...facts } as const;
  const { body } = evidenceRow(deriveKeys('ab'.repeat(32)), { tenant: 'acme', id: 'r-1', at: 1, record });
  for (const kept of ['approval-1', 'nonce', 'token', 'person', 'owner', 'alike'])
    expect(body).not.toContain(kept);
});

test('the fingerprint is one of the tenant’s key: equal for equal ids, and another under another key [D-011]', () => {
  expect(approvalPrint(tenant, 'approval-1')).toBe(approvalPrint(tenant, 'approval-1'));
  expect(approvalPrint(tenant, 'approval-2')).not.toBe(approvalPrint(tenant, 'approval-1'));
  const other = subjectKey('k-1', new Uint8Array(32).fill(2));
  expect(approvalPrint(other, 'approval-1')).not.toBe(approvalPrint(tenant, 'approval-1'));
});

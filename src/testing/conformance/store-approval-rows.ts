import assert from 'node:assert/strict';
import type { ApprovalRow, CallRow, EvidenceRow } from '../../store/rows.ts';
import type {
  Admission,
  ApprovalChange,
  ApprovalRequest,
  Replacement,
  Decided,
  Settlement,
  Store,
} from '../../store/store.ts';
import {
  admissionOf,
  callRow,
  catalogueRow,
  conversationRow,
  evidenceRow,
  settlementOf,
} from './store-rows.ts';

/** The time at which the clock of the cases starts, and at which the samples were asked for. */
export const askedAt = Date.UTC(2026, 0, 1);
/** When the samples expire: a quarter of an hour later. */
export const expiresAt = askedAt + 900_000;
/** A limit on what waits that the cases do not meet. */
const plenty = 10_000;

/** A pending confirmation, with whatever a test wants otherwise. Each has an action of its own. */
export function approvalRow(change: Partial<ApprovalRow> = {}): ApprovalRow {
  const { tenant = 'acme', id = 'ask-1', revision = 1 } = change;
  return {
    tenant,
    id,
    execution: `execution:${id}`,
    capability: 'orders.cancel',
    catalogue: catalogueRow.version,
    kind: 'confirm',
    quorum: 1,
    owner: 'ada',
    conversation: 'talk',
    person: 'person:ada',
    action: `action:${id}`,
    target: 'target:order',
    alike: `alike:${id}`,
    status: 'pending',
    asked: askedAt,
    expires: expiresAt,
    decided: null,
    refusedUntil: null,
    votes: null,
    sealed: 'sealed:shown',
    token: null,
    record: 'mac:asked',
    entries: null,
    step: null,
    revision,
    mac: `mac:${tenant}/${id}/${revision}`,
    ...change,
  };
}

/** What comes after a row: one revision on, under another MAC, with whatever changed. */
export function next(row: ApprovalRow, change: Partial<ApprovalRow>): ApprovalRow {
  return { ...row, revision: row.revision + 1, mac: `${row.mac}+`, ...change };
}

/** The row that a person agreed to. */
export function approved(row: ApprovalRow): ApprovalRow {
  return next(row, { status: 'approved', decided: askedAt + 1, votes: 'sealed:votes' });
}

/** The row that has ended, and shows nothing any more. */
export function ended(
  row: ApprovalRow,
  status: 'consumed' | 'rejected' | 'revoked' | 'expired',
  change: Partial<ApprovalRow> = {},
): ApprovalRow {
  return next(row, { status, decided: askedAt + 2, sealed: null, ...change });
}

/** Writes the second row over the first, if that is still there. */
export function changeOf(from: ApprovalRow, to: ApprovalRow): ApprovalChange {
  return { seen: { revision: from.revision, mac: from.mac }, approval: to };
}

/** The same with its record, for one that gives way to another. */
export function replacementOf(from: ApprovalRow, to: ApprovalRow): Replacement {
  return { ...changeOf(from, to), evidence: approvalRecord(to) };
}

/** The call that waits for an approval. */
export function askedCall(approval: ApprovalRow, change: Partial<CallRow> = {}): CallRow {
  const { tenant, owner, conversation, id, execution, action } = approval;
  return callRow({
    tenant,
    owner,
    conversation,
    id: `call of ${id}`,
    state: 'asked',
    execution,
    action,
    holds: null,
    ...change,
  });
}

/** A record that reports on an approval. */
export function approvalRecord(approval: ApprovalRow): EvidenceRow {
  const id = `evidence:${approval.id}/${approval.mac}`;
  const body = JSON.stringify({ approval: approval.id, status: approval.status });
  const type = `approval.${approval.status}`;
  return { tenant: approval.tenant, id, type, at: askedAt, body, previous: null, mac: `mac:${id}` };
}

/** Asking people about what nobody has seen before. */
export function requestOf(approval: ApprovalRow, change: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const call = askedCall(approval);
  return {
    seen: null,
    catalogue: { version: catalogueRow.version, mac: catalogueRow.mac },
    run: null,
    conversation: conversationRow(call),
    call,
    approval,
    replaces: null,
    overdue: [],
    mostPending: plenty,
    charges: [],
    evidence: approvalRecord(approval),
    ...change,
  };
}

/** Opens an approval in a store that has the catalogue already. */
export async function ask(store: Store, change: Partial<ApprovalRow> = {}): Promise<ApprovalRow> {
  const approval = approvalRow(change);
  assert.deepEqual(await store.requestApproval(requestOf(approval)), { kind: 'requested' });
  return approval;
}

/** Writes an answer over a row, with its evidence. */
export async function decide(store: Store, from: ApprovalRow, to: ApprovalRow): Promise<Decided> {
  return store.decideApproval(changeOf(from, to), approvalRecord(to));
}

/** The same where it must succeed; answers the row that is there now. */
export async function decided(store: Store, from: ApprovalRow, to: ApprovalRow): Promise<ApprovalRow> {
  assert.deepEqual(await decide(store, from, to), { kind: 'decided' });
  return to;
}

/** Opens an approval that a person has agreed to. */
export async function agreed(store: Store, change: Partial<ApprovalRow> = {}): Promise<ApprovalRow> {
  const pending = await ask(store, change);
  return decided(store, pending, approved(pending));
}

/** Admits a call of its own that uses an approval. */
export function usingOf(approval: ApprovalRow, call: string, change: Partial<Admission> = {}): Admission {
  const { execution, action, tenant } = approval;
  const claimed = callRow({ id: call, tenant, execution, action, holds: null });
  const used = ended(approval, 'consumed', { mac: `${approval.mac}+${call}` });
  return admissionOf(claimed, { approval: changeOf(approval, used), ...change });
}

/** Settles what an admission claimed as not performed, so that its approval is valid again. */
export function backOf({ call, approval }: Admission, before: ApprovalRow): Settlement {
  const failed = callRow({ ...call, state: 'failed', settled: 2_000, revision: 2, mac: `${call.mac}+` });
  assert.ok(approval !== null);
  const { status, decided: at, sealed, votes } = before;
  const again = next(approval.approval, { status, decided: at, sealed, votes });
  return {
    ...settlementOf(call, failed),
    approval: changeOf(approval.approval, again),
    evidence: evidenceRow(failed),
  };
}

import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import {
  BoundaryError,
  DecisionUnavailable,
  httpForm,
  ProposalMalformed,
  reasonCodes,
  SettlementFailed,
} from '../../src/index.ts';
import { sourcesOf } from '../sources.ts';

const named = { callId: 'call-1', message: 'A pinned sentence.' };
const denied = (reason: string, more: object = {}) =>
  httpForm({
    kind: 'denied',
    ...named,
    reason,
    gate: 'a-gate',
    detail: 'for operators',
    policy: 'p',
    ...more,
  });
const refused = (reason: string) => httpForm({ kind: 'refused', reason });
const line = ({ status, body }: ReturnType<typeof httpForm>) => `${status} ${JSON.stringify(body)}`;

test('calls are refused in exactly these forms [D-039, D-064]', () => {
  expect(Object.fromEntries(reasonCodes.map((reason) => [reason, line(denied(reason))]))).toEqual({
    binding_mismatch: '403 {"error":"forbidden"}',
    history_invalid: '409 {"error":"history_invalid"}',
    run_held: '409 {"error":"run_held"}',
    run_closed: '409 {"error":"run_closed"}',
    argument_schema: '422 {"error":"argument_schema"}',
    call_id_reused: '409 {"error":"call_id_reused"}',
    unknown_capability: '403 {"error":"forbidden"}',
    agent_required: '403 {"error":"forbidden"}',
    not_classified: '422 {"error":"tool_not_classified"}',
    catalogue_stale: '503 {"error":"unavailable"}',
    order_rule: '409 {"error":"order_rule"}',
    compensation_mismatch: '409 {"error":"compensation_mismatch"}',
    compensation_spent: '409 {"error":"compensation_spent"}',
    target_not_found: '403 {"error":"forbidden"}',
    unauthorized: '403 {"error":"forbidden"}',
    assurance_too_low: '403 {"error":"assurance_too_low"}',
    authorization_error: '503 {"error":"unavailable"}',
    person_needed: '403 {"error":"person_needed"}',
    approval_rejected: '403 {"error":"approval_rejected"}',
    approval_mismatch: '409 {"error":"approval_mismatch"}',
    approval_expired: '409 {"error":"approval_expired"}',
    approval_revoked: '409 {"error":"approval_revoked"}',
    approval_used: '409 {"error":"approval_used"}',
    target_gone: '409 {"error":"target_gone"}',
    target_changed: '409 {"error":"target_changed"}',
    limit_exceeded: '429 {"error":"limit_exceeded"}',
    duplicate: '409 {"error":"duplicate"}',
    contended: '409 {"error":"contended"}',
  });
});

test('gateways, approvers and operators are refused in exactly these forms [D-039]', () => {
  const reasons = ['GatewayReason', 'ApproverReason', 'OperatorReason'].flatMap(unionOf);
  expect(Object.fromEntries(reasons.map((reason) => [reason, line(refused(reason))]))).toEqual({
    binding_mismatch: '403 {"error":"forbidden"}',
    acl_denied: '403 {"error":"forbidden"}',
    acl_error: '503 {"error":"unavailable"}',
    replayed: '409 {"error":"replayed"}',
    not_pending: '409 {"error":"not_pending"}',
    not_approved: '409 {"error":"not_approved"}',
    expired: '409 {"error":"expired"}',
    execution_mismatch: '403 {"error":"forbidden"}',
    receipt_mismatch: '403 {"error":"forbidden"}',
    approval_unknown: '403 {"error":"forbidden"}',
    approver_unauthorized: '403 {"error":"forbidden"}',
    approver_error: '503 {"error":"unavailable"}',
    unknown_approval: '403 {"error":"forbidden"}',
    digest_mismatch: '409 {"error":"digest_mismatch"}',
    own_action: '403 {"error":"own_action"}',
    already_voted: '409 {"error":"already_voted"}',
    target_changed: '409 {"error":"target_changed"}',
    moved: '409 {"error":"moved"}',
    operator_unauthorized: '403 {"error":"forbidden"}',
    operator_error: '503 {"error":"unavailable"}',
    unknown_claim: '403 {"error":"forbidden"}',
    not_unresolved: '409 {"error":"not_unresolved"}',
    unknown_run: '403 {"error":"forbidden"}',
    still_held: '409 {"error":"still_held"}',
    not_held: '409 {"error":"not_held"}',
    still_active: '409 {"error":"still_active"}',
    second_person_needed: '403 {"error":"second_person_needed"}',
  });
});

test('what a call came to is told in exactly these forms [D-039]', () => {
  const asked = { approvalId: 'a-1', executionId: 'e-1', actionDigest: 'd-1', expiresAt: 1 };
  const forms = {
    executed: httpForm({ kind: 'executed', ...named, ...asked, value: { id: 7 }, permit: 'allowed' }),
    replayed: httpForm({ kind: 'replayed', ...named, executionId: 'e-1' }),
    pending: httpForm({ kind: 'pending', ...named, ...asked, decision: 'review', reasons: ['policy'] }),
    in_progress: httpForm({ kind: 'in_progress', ...named }),
    throttled: httpForm({ kind: 'throttled', ...named, reason: 'limit_exceeded', limit: 'l', retryAfter: 1 }),
    indeterminate: httpForm({ kind: 'indeterminate', ...named, executionId: 'e-1' }),
    failed: httpForm({ kind: 'failed', ...named }),
  };
  expect(Object.fromEntries(Object.entries(forms).map(([kind, form]) => [kind, line(form)]))).toEqual({
    executed: '200 {"callId":"call-1","status":"executed","message":"A pinned sentence.","result":{"id":7}}',
    replayed: '200 {"callId":"call-1","status":"replayed","message":"A pinned sentence."}',
    pending: '202 {"callId":"call-1","status":"pending","message":"A pinned sentence.","approval":"a-1"}',
    in_progress: '202 {"callId":"call-1","status":"in_progress","message":"A pinned sentence."}',
    throttled: '429 {"error":"limit_exceeded","callId":"call-1"}',
    indeterminate: '409 {"error":"indeterminate","callId":"call-1"}',
    failed: '502 {"error":"failed","callId":"call-1"}',
  });
});

test('what is thrown is told in exactly these forms [B-068, D-039, D-064]', () => {
  const settling = (effect: 'happened' | 'unknown' | 'none') => new SettlementFailed({ id: 'e-1', effect });
  const forms = [
    new ProposalMalformed('/args/id', 'a string'),
    new BoundaryError('context_invalid', 'context.principal is empty'),
    new DecisionUnavailable('decision_unavailable', 'nothing was decided'),
    new DecisionUnavailable('state_tampered', 'nothing was decided'),
    settling('happened'),
    settling('unknown'),
    settling('none'),
    new BoundaryError('store_failed', 'the disk is full'),
    new BoundaryError('boundary_closed', 'closed'),
    new TypeError('secret'),
    Object.assign(new Error('secret'), { kind: 'executed', value: 'secret' }),
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('looked at');
        },
      },
    ),
    'secret',
    { kind: 'verified', executionId: 'e-1' },
    true,
    undefined,
  ].map((thrown) => line(httpForm(thrown)));
  expect(forms).toEqual([
    '422 {"error":"proposal_malformed","pointer":"/args/id","expected":"a string"}',
    '401 {"error":"unauthenticated"}',
    '503 {"error":"unavailable"}',
    '503 {"error":"unavailable"}',
    '409 {"error":"indeterminate"}',
    '409 {"error":"indeterminate"}',
    ...Array<string>(10).fill('503 {"error":"unavailable"}'),
  ]);
});

test('where arguments do not fit is told, and of no other refusal', () => {
  const at = { pointer: '/amount', expected: 'a whole number' };
  expect(denied('argument_schema', at).body).toEqual({ error: 'argument_schema', ...at });
  expect(denied('unauthorized', at).body).toEqual({ error: 'forbidden' });
  expect(denied('not_classified', {}).body).toEqual({ error: 'tool_not_classified' });
});

test('waiting is told in whole seconds, rounded up, and not at all where it does not help', () => {
  const waits = [0, 1, 999, 1_000, 1_001, 3_600_000, 0.5, null].map(
    (retryAfter) => httpForm({ kind: 'throttled', limit: 'a', retryAfter }).headers,
  );
  expect(waits).toEqual([
    { 'retry-after': '0' },
    { 'retry-after': '1' },
    { 'retry-after': '1' },
    { 'retry-after': '1' },
    { 'retry-after': '2' },
    { 'retry-after': '3600' },
    { 'retry-after': '1' },
    {},
  ]);
  expect(line(httpForm({ kind: 'throttled', limit: 'a', retryAfter: 1 }))).toBe(
    '429 {"error":"limit_exceeded"}',
  );
});

/** The members of an exported union of strings of `decision.ts`. */
function unionOf(name: string): readonly string[] {
  const { body } = parseSync('decision.ts', sourcesOf('src').get('decision.ts')!).program;
  const declared = body.flatMap((node) => (node.type === 'ExportNamedDeclaration' ? [node.declaration] : []));
  const union = declared.find((node) => node?.type === 'TSTypeAliasDeclaration' && node.id.name === name);
  if (union?.type !== 'TSTypeAliasDeclaration' || union.typeAnnotation.type !== 'TSUnionType')
    throw new Error(`there is no union ${name}`);
  return union.typeAnnotation.types.flatMap((member) =>
    member.type === 'TSLiteralType' && member.literal.type === 'Literal'
      ? [String(member.literal.value)]
      : [],
  );
}

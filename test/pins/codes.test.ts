import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { needReasons, reasonCodes } from '../../src/decision.ts';
import { sourcesOf } from '../sources.ts';

/** The members of an exported union of strings, as its source spells them: types leave nothing to read at run time. */
function unionOf(file: string, name: string): readonly string[] {
  for (const node of parseSync(file, sourcesOf('src').get(file) ?? '').program.body) {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
    if (declared?.type !== 'TSTypeAliasDeclaration' || declared.id.name !== name) continue;
    if (declared.typeAnnotation.type !== 'TSUnionType') break;
    return declared.typeAnnotation.types.map((member) =>
      member.type === 'TSLiteralType' && member.literal.type === 'Literal'
        ? String(member.literal.value)
        : member.type,
    );
  }
  throw new Error(`${file} exports no union named ${name}`);
}

test('reason codes are these, in the order of the gates [D-039]', () => {
  expect(reasonCodes).toEqual([
    'binding_mismatch',
    'history_invalid',
    'run_held',
    'run_closed',
    'argument_schema',
    'call_id_reused',
    'unknown_capability',
    'agent_required',
    'not_classified',
    'catalogue_stale',
    'order_rule',
    'compensation_mismatch',
    'compensation_spent',
    'target_not_found',
    'unauthorized',
    'assurance_too_low',
    'authorization_error',
    'person_needed',
    'approval_rejected',
    'approval_mismatch',
    'approval_expired',
    'approval_revoked',
    'approval_used',
    'target_gone',
    'target_changed',
    'limit_exceeded',
    'duplicate',
    'contended',
  ]);
});

test('reasons why a person is needed are these, in the order in which they are told [D-039]', () => {
  expect(needReasons).toEqual(['policy', 'argument_origin', 'schema_partial', 'write']);
});

test('reasons why an answer of a person is refused are these [D-039]', () => {
  expect(unionOf('decision.ts', 'ApproverReason')).toEqual([
    'binding_mismatch',
    'approver_unauthorized',
    'approver_error',
    'unknown_approval',
    'not_pending',
    'expired',
    'digest_mismatch',
    'own_action',
    'already_voted',
    'target_changed',
    'moved',
  ]);
});

test('reasons why a gateway’s approval is refused are these [D-039]', () => {
  expect(unionOf('decision.ts', 'GatewayReason')).toEqual([
    'binding_mismatch',
    'acl_denied',
    'acl_error',
    'replayed',
    'not_pending',
    'not_approved',
    'expired',
    'execution_mismatch',
    'receipt_mismatch',
    'approval_unknown',
  ]);
});

test('error codes are these [D-039]', () => {
  expect(unionOf('errors.ts', 'ErrorCode')).toEqual([
    'context_invalid',
    'registration_refused',
    'options_invalid',
    'key_missing',
    'key_malformed',
    'key_mismatch',
    'state_tampered',
    'decision_unavailable',
    'proposal_malformed',
    'settlement_failed',
    'store_driver_missing',
    'store_busy',
    'store_failed',
    'store_newer',
    'outer_transaction',
    'boundary_closed',
  ]);
});

test('reasons why an act of an operator is refused are these [D-039]', () => {
  expect(unionOf('decision.ts', 'OperatorReason')).toEqual([
    'binding_mismatch',
    'operator_unauthorized',
    'operator_error',
    'unknown_claim',
    'not_unresolved',
    'unknown_run',
    'still_held',
    'not_held',
    'still_active',
    'second_person_needed',
    'moved',
  ]);
});

import { ProposalMalformed } from './action/index.ts';
import type { ApproverReason, GatewayReason, OperatorReason, ReasonCode } from './decision.ts';
import { BoundaryError, SettlementFailed } from './errors.ts';
import { modelView } from './model-view.ts';
import type { Outcome } from './outcome.ts';

/** An answer over HTTP. `body` is plain JSON, but for what an executor returned: that is handed on as it is. */
export interface HttpForm {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Reason = ReasonCode | GatewayReason | ApproverReason | OperatorReason;
type Outline = readonly [status: number, error: string];

/** What is unknown and what is not allowed look alike: nobody learns here what there is. */
const forbidden: Outline = [403, 'forbidden'];
const unavailable: Outline = [503, 'unavailable'];
const refusedFor = (error: string): Outline => [403, error];
/** Well-formed and allowed, and not possible as things stand. */
const conflict = (error: string): Outline => [409, error];

/** Each reason for which anything is refused, once. */
const reasons: Readonly<Record<Reason, Outline>> = {
  not_classified: [422, 'tool_not_classified'],
  argument_schema: [422, 'argument_schema'],

  unknown_capability: forbidden,
  agent_required: forbidden,
  target_not_found: forbidden,
  unauthorized: forbidden,
  binding_mismatch: forbidden,
  acl_denied: forbidden,
  approval_unknown: forbidden,
  execution_mismatch: forbidden,
  receipt_mismatch: forbidden,
  approver_unauthorized: forbidden,
  unknown_approval: forbidden,
  operator_unauthorized: forbidden,
  unknown_claim: forbidden,
  unknown_run: forbidden,

  assurance_too_low: refusedFor('assurance_too_low'),
  person_needed: refusedFor('person_needed'),
  approval_rejected: refusedFor('approval_rejected'),
  own_action: refusedFor('own_action'),
  second_person_needed: refusedFor('second_person_needed'),

  history_invalid: conflict('history_invalid'),
  run_held: conflict('run_held'),
  run_closed: conflict('run_closed'),
  order_rule: conflict('order_rule'),
  compensation_mismatch: conflict('compensation_mismatch'),
  compensation_spent: conflict('compensation_spent'),
  call_id_reused: conflict('call_id_reused'),
  approval_mismatch: conflict('approval_mismatch'),
  approval_expired: conflict('approval_expired'),
  approval_revoked: conflict('approval_revoked'),
  approval_used: conflict('approval_used'),
  target_gone: conflict('target_gone'),
  target_changed: conflict('target_changed'),
  duplicate: conflict('duplicate'),
  contended: conflict('contended'),
  replayed: conflict('replayed'),
  not_pending: conflict('not_pending'),
  not_approved: conflict('not_approved'),
  expired: conflict('expired'),
  digest_mismatch: conflict('digest_mismatch'),
  already_voted: conflict('already_voted'),
  not_unresolved: conflict('not_unresolved'),
  still_active: conflict('still_active'),
  still_held: conflict('still_held'),
  not_held: conflict('not_held'),
  moved: conflict('moved'),

  limit_exceeded: [429, 'limit_exceeded'],

  // Nothing could say yes or no, or no longer by this process: a fault is never dressed up as a refusal.
  catalogue_stale: unavailable,
  authorization_error: unavailable,
  acl_error: unavailable,
  approver_error: unavailable,
  operator_error: unavailable,
};

/** What can be answered: outcomes of calls, and refusals of gateways, approvers and operators. */
type Answered =
  | Outcome
  | { readonly kind: 'refused'; readonly reason: Reason }
  | { readonly kind: 'throttled'; readonly retryAfter: number | null };

/**
 * The form of an outcome, a refusal, or whatever was thrown. Like a model, a client is told nothing that is meant for
 * operators. A call that is still running is 202, like one that waits for a person: nothing is wrong with it, and it is
 * asked for again under the same call id. An effect of which it is not known whether it happened is never 503, which
 * some clients send again by themselves.
 */
export function httpForm(answer: unknown): HttpForm {
  return isAnswered(answer) ? answeredForm(answer) : thrownForm(answer);
}

function answeredForm(answer: Answered): HttpForm {
  switch (answer.kind) {
    case 'executed':
    case 'replayed':
      return form(200, { callId: answer.callId, ...modelView(answer) });
    case 'pending':
    case 'in_progress':
      return form(202, { callId: answer.callId, ...modelView(answer) });
    case 'denied':
      return refusalForm(reasons[answer.reason], answer);
    case 'refused':
      return refusalForm(reasons[answer.reason]);
    case 'throttled':
      return throttledForm(answer);
    case 'indeterminate':
      return form(409, { error: 'indeterminate', callId: answer.callId });
    case 'failed':
      return form(502, { error: 'failed', callId: answer.callId });
  }
}

function refusalForm(
  [status, error]: Outline,
  { pointer, expected }: { readonly pointer?: string; readonly expected?: string } = {},
): HttpForm {
  // Where something does not fit is told only of what the caller sent.
  if (status !== 422 || pointer === undefined || expected === undefined) return form(status, { error });
  return form(status, { error, pointer, expected });
}

/** `Retry-After` (RFC 9110) in whole seconds, rounded up, so that whoever keeps to it is not early; null: none. */
function throttledForm(answer: Extract<Answered, { readonly kind: 'throttled' }>): HttpForm {
  const [status, error] = reasons.limit_exceeded;
  const { retryAfter } = answer;
  const body = 'callId' in answer ? { error, callId: answer.callId } : { error };
  return form(
    status,
    body,
    retryAfter === null ? {} : { 'retry-after': String(Math.ceil(retryAfter / 1_000)) },
  );
}

function thrownForm(thrown: unknown): HttpForm {
  if (thrown instanceof ProposalMalformed) return refusalForm([422, thrown.code], thrown);
  if (thrown instanceof SettlementFailed && thrown.effect !== 'none')
    return form(409, { error: 'indeterminate' });
  // Who asks is not known, or not as it must be: nobody becomes a default principal.
  if (thrown instanceof BoundaryError && thrown.code === 'context_invalid')
    return form(401, { error: 'unauthenticated' });
  return refusalForm(unavailable);
}

function form(status: number, body: HttpForm['body'], headers: HttpForm['headers'] = {}): HttpForm {
  return Object.freeze({ status, headers: Object.freeze(headers), body: Object.freeze(body) });
}

const kinds: Readonly<Record<Answered['kind'], true>> = {
  executed: true,
  replayed: true,
  pending: true,
  in_progress: true,
  throttled: true,
  denied: true,
  refused: true,
  failed: true,
  indeterminate: true,
};

/** What was thrown may be anything, also a proxy that throws when it is looked at. */
function isAnswered(answer: unknown): answer is Answered {
  if (typeof answer !== 'object' || answer === null) return false;
  try {
    return !(answer instanceof Error) && Object.hasOwn(kinds, String(Reflect.get(answer, 'kind')));
  } catch {
    return false;
  }
}

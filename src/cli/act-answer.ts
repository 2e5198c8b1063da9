import type { Refused } from '../acting/refused.ts';
import type { ApproverReason, OperatorReason } from '../decision.ts';
import type { Answer } from './answer.ts';
import { exitCodes } from './exit-codes.ts';
import { type Block, line, toned } from './text.ts';

const meanings: Readonly<Record<OperatorReason | ApproverReason, string>> = {
  binding_mismatch: 'this process works for another tenant',
  operator_unauthorized:
    'the directory of the application (its function "operator") does not say that this person may',
  operator_error:
    'the directory of the application threw, was late or answered no boolean: --debug shows what',
  unknown_claim: 'this tenant has no claim of this execution id',
  not_unresolved: 'its end is known already: "countersign claims show" tells which',
  unknown_run: 'this tenant has no run of this id',
  still_held:
    'it is not known how one of its calls ended: "countersign claims list" shows it, and "countersign claims resolve" says how, once somebody found out',
  not_held: 'nothing holds it: "countersign runs show" tells what it came to',
  still_active: 'its executor is within its deadline: wait, or use --force where it cannot be running',
  second_person_needed: 'a second person has to agree: do it where the application asks for one',
  approver_unauthorized:
    'only the person who asks confirms; to review, the application ("approvers" of the capability, or its directory) has to say that this person may',
  approver_error:
    'the directory or "approvers" of the application threw, was late or answered rubbish: --debug shows what',
  unknown_approval: 'there is no approval of this id in this tenant that this person may know of',
  not_pending: 'it was answered, used or taken back',
  expired: 'it was not answered, or used, in time: what is still wanted has to be asked for again',
  digest_mismatch: 'the digest is not that of what is asked: "countersign approvals show" prints it',
  own_action: 'the person who asks, whom it is about, or who owns the agent cannot review it',
  already_voted: 'this person agreed already: it takes another one',
  target_changed:
    'the target, its version, its facts or the capability are not what was shown any more: it can only be rejected, and what is still wanted has to be asked for again',
  moved: 'somebody was faster: look at it again',
};

/**
 * What an act comes to: the answer as it is, in one document of this version; as text what `text` makes of it, or a
 * refusal with what to do about it.
 */
export function actAnswer<T extends { readonly kind: string }>(
  version: string,
  tenant: string,
  answer: T | Refused<OperatorReason | ApproverReason>,
  text: (answer: T) => readonly Block[],
): Answer {
  const json = { version, tenant, ...answer };
  if (!isRefusal(answer)) return { exit: exitCodes.done, json, text: text(answer) };
  const { reason, cause } = answer;
  return {
    exit: exitCodes.refused,
    json,
    text: [line(toned('bad', `refused: ${reason}`)), line(meanings[reason])],
    cause,
  };
}

function isRefusal(answer: { readonly kind: string }): answer is Refused<OperatorReason | ApproverReason> {
  return answer.kind === 'refused';
}

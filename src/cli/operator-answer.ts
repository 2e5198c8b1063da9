import type { OperatorReason } from '../decision.ts';
import { isRefusal, type OperatorRefusal } from '../operator/refusal.ts';
import type { Answer } from './answer.ts';
import { exitCodes } from './exit-codes.ts';
import { type Block, line, toned } from './text.ts';

const meanings: Readonly<Record<OperatorReason, string>> = {
  operator_unauthorized:
    'the directory of the application (its function "operator") does not say that this person may',
  operator_error: 'the directory of the application threw, was late or answered no boolean',
  unknown_claim: 'this tenant has no claim of this execution id',
  not_unresolved: 'its end is known already: "countersign claims show" tells which',
  still_active: 'its executor is within its deadline: wait, or use --force where it cannot be running',
  second_person_needed: 'a second person has to agree: do it where the application asks for one',
  moved: 'somebody was faster: "countersign claims show" tells what it is now',
};

/**
 * What an act of an operator comes to: the answer as it is, in one document of this version; as text what `text` makes
 * of it, or a refusal with what to do about it.
 */
export function operatorAnswer<T extends { readonly kind: string }>(
  version: string,
  tenant: string,
  answer: T | OperatorRefusal,
  text: (answer: T) => readonly Block[],
): Answer {
  const json = { version, tenant, ...answer };
  if (!isRefusal(answer)) return { exit: exitCodes.done, json, text: text(answer) };
  const { reason } = answer;
  return {
    exit: exitCodes.refused,
    json,
    text: [line(toned('bad', `refused: ${reason}`)), line(meanings[reason])],
  };
}

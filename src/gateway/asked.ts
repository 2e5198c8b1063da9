import { optionsAsked, misuse, reasonAsked } from '../acting/asked.ts';
import { identityOf } from '../acting/identity.ts';
import { Action, bindContext, type Context } from '../action/index.ts';
import { nameProblem } from '../action/name.ts';
import type { ApproverIdentity } from '../directory/index.ts';
import type {
  Acl,
  GatewayAnswerOptions,
  GatewayAskOptions,
  GatewayRejectOptions,
  GatewayRevokeOptions,
} from './gateway.ts';

/** An ask that is one. */
export interface AskAsked {
  readonly context: Context;
  readonly ttl: number;
  readonly quorum: number;
}

/** An answer that is one. */
export interface AnswerAsked {
  readonly approver: ApproverIdentity;
  readonly acl: Acl;
}

const day = 86_400_000;
const longest = 30 * day;
const mostPersons = 10;

/**
 * Checks that an action is one that `Action.fromModelProposal` bound, under a name that can stand in evidence. Throws
 * `options_invalid`: an action of a session is approved and run by that session alone.
 */
export function actionAsked(action: unknown): Action {
  if (!Action.made(action) || action.constants.claimed === null)
    throw misuse('an action of a gateway is what Action.fromModelProposal made');
  const problem = nameProblem(action.constants.capability);
  if (problem !== null) throw misuse(`an action of a gateway ${problem}`);
  return action;
}

/** Checks an ask, and whose conversation it is in. Throws `options_invalid`, and `context_invalid` for an identifier. */
export function askAsked({ constants: { tenant, principal } }: Action, options: GatewayAskOptions): AskAsked {
  const { conversation, ttl, quorum } = optionsAsked('request', options, ['conversation', 'ttl', 'quorum']);
  return {
    context: bindContext({ tenant, principal, conversation: conversation as string }),
    ttl: wholeIn('ttl', ttl, day, longest),
    quorum: wholeIn('quorum', quorum, 1, mostPersons),
  };
}

/** Checks who agrees. Throws `options_invalid`, and `context_invalid` for an approver that is none. */
export function approvalAsked(options: GatewayAnswerOptions): AnswerAsked {
  return answerIn(optionsAsked('approve', options, ['approver', 'acl']));
}

/** Checks who refuses, and in which words. Throws as `approvalAsked` does. */
export function rejectionAsked(
  options: GatewayRejectOptions,
): AnswerAsked & { readonly reason: string | null } {
  const { reason, ...answer } = optionsAsked('reject', options, ['approver', 'acl', 'reason']);
  return { ...answerIn(answer), reason: reason === undefined ? null : reasonAsked('rejecting', reason) };
}

/** Checks who takes it back, and why. Throws as `approvalAsked` does. */
export function revocationAsked(options: GatewayRevokeOptions): AnswerAsked & { readonly reason: string } {
  const { reason, ...answer } = optionsAsked('revoke', options, ['approver', 'acl', 'reason']);
  return { ...answerIn(answer), reason: reasonAsked('revoking', reason) };
}

/** Checks that there is something to ask. Throws `options_invalid`. */
export function aclAsked(acl: unknown): Acl {
  if (typeof acl !== 'function')
    throw misuse('acl is a function that answers whether the action may happen now');
  return acl as Acl;
}

function answerIn({ approver, acl }: { readonly approver?: unknown; readonly acl?: unknown }): AnswerAsked {
  return { approver: identityOf('approver', approver), acl: aclAsked(acl) };
}

function wholeIn(name: string, value: unknown, otherwise: number, most: number): number {
  if (value === undefined) return otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw misuse(`${name} is a whole number from 1 to ${most}`);
}

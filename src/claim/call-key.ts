import type { Context } from '../action/index.ts';
import { BoundaryError } from '../errors.ts';
import { digestText } from '../json/index.ts';
import type { CallKey } from '../store/rows.ts';

/**
 * Names a call by tenant, principal, conversation and a digest of the host's call id. Ids of any length and spelling
 * compare by their exact text. Throws `context_invalid` for an id that is empty, no text, or not
 * well-formed Unicode.
 */
export function callKeyOf(context: Context, callId: string): CallKey {
  if (typeof callId !== 'string' || callId === '' || !callId.isWellFormed()) {
    throw new BoundaryError(
      'context_invalid',
      'the call id must be a text that is not empty and well-formed: pass the id of the host unchanged, or none',
    );
  }
  return Object.freeze({
    tenant: context.tenant,
    owner: context.principal,
    conversation: context.conversation,
    id: digestText('countersign/call-id/v1', callId),
  });
}

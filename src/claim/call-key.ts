import type { Context } from '../action/index.ts';
import { BoundaryError } from '../errors.ts';
import type { Keys } from '../json/index.ts';
import type { CallKey } from '../store/rows.ts';

/** Where the calls of one session are kept. */
export type Place = Omit<CallKey, 'id'>;

/**
 * Names the principal and the conversation of a session for rows: blinded, so that a reader of the database does not
 * learn who talked. The tenant stands in clear.
 */
export function placeOf(keys: Keys, { tenant, principal, conversation }: Context): Place {
  return Object.freeze({
    tenant,
    owner: ownerOf(keys, tenant, principal),
    conversation: keys.blind('countersign/conversation-id/v1', tenant, conversation),
  });
}

/** Names the principal alone: whose calls and asks these are, in any conversation. */
export function ownerOf(keys: Keys, tenant: string, principal: string): string {
  return keys.blind('countersign/owner/v1', tenant, principal);
}

/**
 * Names a call by its place and the blinded call id of the host. Ids of any length and spelling compare by their exact
 * text. Throws `context_invalid` for an id that is blank, no text, or not well-formed Unicode: a blank one would make
 * every resend of a host that lost its ids the same call, or none.
 */
export function callKeyOf(keys: Keys, place: Place, callId: string): CallKey {
  if (typeof callId !== 'string' || callId.trim() === '' || !callId.isWellFormed()) {
    throw new BoundaryError(
      'context_invalid',
      'the call id must be a well-formed text that is not blank: pass the id of the host unchanged, or leave it out',
    );
  }
  return Object.freeze({ ...place, id: keys.blind('countersign/call-id/v1', place.tenant, callId) });
}

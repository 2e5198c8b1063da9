import { identifier } from '../action/index.ts';
import { ownerOf } from '../claim/index.ts';
import type { Wiring } from '../wiring.ts';
import { enter } from './entering.ts';
import { misuse } from './misuse.ts';
import type { SessionState } from './session-state.ts';

/** Lets another principal take part in the conversation, or no longer. Throws `context_invalid` at once. */
export function share(
  wiring: Wiring,
  session: SessionState,
  principal: string,
  open: boolean,
): Promise<void> {
  const { tenant, principal: own } = session.context;
  if (session.guest !== null) throw misuse('a conversation is shared by the principal whose it is');
  if (session.only !== null) throw misuse('a conversation is shared by a session that nobody delegated');
  const other = identifier('the principal that a conversation is shared with', principal);
  if (other === own) throw misuse('a conversation is shared with another principal');
  const guest = ownerOf(wiring.keys, tenant, other);
  return enter(
    wiring,
    session,
    () => ({ kind: 'shared', guest, open }),
    ({ actor, tenant: key }) => ({
      type: open ? 'conversation.shared' : 'conversation.unshared',
      ...actor,
      guest: key.fingerprint('countersign/guest/v1', other),
    }),
  );
}

import { contextInput } from '../action/index.ts';
import { requested, type UnrecordedApproval } from '../approval/index.ts';
import { callVerifies } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import type { Asking } from './asking.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/**
 * The approval that asks people about a checked action: what they are shown is sealed in it, the execution id that the
 * effect will have is minted here, and its expiry counts from now.
 */
export async function newApproval(asking: Asking, { tenant: key }: Pseudonyms): Promise<UnrecordedApproval> {
  const { wiring, session, need, held, retryOf, data, input, target, step } = asking;
  const kept = retryOf ?? (await takenOver(asking));
  const at = wiring.time.now();
  return requested(wiring.keys, key, {
    id: wiring.ids.next(at),
    execution: kept ?? wiring.ids.next(at),
    catalogue: wiring.catalogue.version,
    kind: need.kind,
    quorum: need.quorum,
    // Who asks, also in somebody else's conversation: what one principal asked for can be taken back together.
    owner: session.guest ?? session.place.owner,
    conversation: session.place.conversation,
    person: need.person,
    action: held.column,
    target: target?.identityText ?? '',
    alike: held.alike,
    token: null,
    entries: data.conversation?.revision ?? 0,
    step,
    at,
    ttl: need.ttl,
    content: {
      context: contextInput(session.context),
      constants: held.action.constants,
      arguments: input,
      target: held.action.target,
      facts: need.shown,
      reasons: need.reasons,
      policy: need.policy,
      doubtful: need.doubtful,
    },
  });
}

/** The execution id that a call was asked about with before; null where another call has run, or may run, under it. */
async function takenOver({ wiring, data: { call } }: Asking): Promise<string | null> {
  if (call === null || call.state !== 'asked') return null;
  const other = await wiring.store.claimOf(call.tenant, call.execution);
  if (other === null) return call.execution;
  if (!callVerifies(wiring.keys, other)) throw new Tampered('call');
  return null;
}

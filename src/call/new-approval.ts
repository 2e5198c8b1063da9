import { requested } from '../approval/index.ts';
import type { ApprovalRow, CallRow } from '../store/rows.ts';
import type { Asking } from './asking.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/**
 * The approval that asks people about a checked action: what they are shown is sealed in it, the execution id that the
 * effect will have is minted here, and its expiry counts from now.
 */
export function newApproval(asking: Asking, { tenant: key }: Pseudonyms): ApprovalRow {
  const { wiring, session, need, held, retryOf, data, input, target } = asking;
  const at = wiring.time.now();
  return requested(wiring.keys, key, {
    id: wiring.ids.next(at),
    execution: retryOf ?? takenOver(data.call, held.ended) ?? wiring.ids.next(at),
    catalogue: wiring.catalogue.version,
    kind: need.kind,
    quorum: need.quorum,
    owner: session.place.owner,
    conversation: session.place.conversation,
    person: need.person,
    action: held.column,
    target: target?.identityText ?? '',
    alike: held.alike,
    token: null,
    at,
    ttl: need.ttl,
    content: {
      context: contextOf(asking),
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

/** An id that was kept while nobody had answered; one whose approval was used belongs to what it ran. */
function takenOver(call: CallRow | null, ended: ApprovalRow | null): string | null {
  if (call === null || call.state !== 'asked') return null;
  return ended !== null && ended.status === 'consumed' && ended.execution === call.execution
    ? null
    : call.execution;
}

function contextOf({ session }: Asking) {
  const { tenant, principal, conversation, subject, agent, grant, assurance, attributes } = session.context;
  return {
    tenant,
    principal,
    conversation,
    grant,
    attributes,
    ...(subject === null ? {} : { subject }),
    ...(agent === null ? {} : { agent }),
    ...(assurance === null ? {} : { assurance }),
  };
}

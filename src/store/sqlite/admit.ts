import type { CallKey } from '../rows.ts';
import type { Admission, Admitted } from '../store.ts';
import { unmoved } from './call.ts';
import type { Tables } from './tables.ts';

/**
 * Makes admission. All comparing comes before the first write, so a refusal writes nothing. The order of the answers
 * is that of the port: the call itself, what the checks relied on, the time, limits, then who else holds the operation.
 */
export function admit(on: Tables): (admission: Admission) => Admitted {
  const { calls, catalogues, charges, meters, holder, addConversation, record } = on;
  return ({ seen, catalogue, conversation, call, charges: taken, evidence }) => {
    const there = calls.find(call);
    if (!unmoved(seen, there)) return { kind: 'call_moved', call: there };

    const version = catalogues.find(catalogue.version);
    if (version?.state !== 'in_force' || version.mac !== catalogue.mac) {
      return { kind: 'moved', what: 'catalogue' };
    }

    const limits = charges.weigh(call.tenant, taken);
    if (limits.kind === 'late') return { kind: 'moved', what: 'clock', now: limits.now };
    if (limits.kind === 'exceeded') return { kind: 'limited', exceeded: limits.exceeded };

    const other = call.holds === null ? null : holder(call.tenant, call.holds);
    if (other !== null && !sameCall(other, call)) return { kind: 'held', holder: other };

    if (conversation !== null) addConversation(conversation);
    if (seen === null) calls.add(call);
    else calls.replace(seen, call);
    for (const row of limits.rows) meters.put(row);
    record(evidence);
    return { kind: 'admitted' };
  };
}

function sameCall(a: CallKey, b: CallKey): boolean {
  return a.tenant === b.tenant && a.owner === b.owner && a.conversation === b.conversation && a.id === b.id;
}

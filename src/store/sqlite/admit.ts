import type { CallKey } from '../rows.ts';
import type { Admission, Admitted } from '../store.ts';
import { unmoved } from '../unmoved.ts';
import type { Tables } from './tables.ts';

/**
 * Makes admission. All comparing comes before the first write, so a refusal writes nothing. The order of the answers
 * is that of the port: the call itself, what the checks relied on, the time, limits, the approval, then who else holds
 * the operation.
 */
export function admit(on: Tables): (admission: Admission) => Admitted {
  const {
    calls,
    catalogues,
    approvals,
    charges,
    meters,
    holder,
    conversations,
    histories,
    runs,
    record,
    time,
  } = on;
  return ({ seen, catalogue, relied, conversation, history, call, charges: taken, approval, evidence }) => {
    const there = calls.find(call);
    if (!unmoved(seen, there)) return { kind: 'call_moved', call: there };

    if (!catalogues.isInForce(catalogue)) return { kind: 'moved', what: 'catalogue' };
    if (!runs.isAsRelied(call.tenant, relied.run)) return { kind: 'moved', what: 'run' };
    if (!histories.isAsRelied(call, relied)) return { kind: 'moved', what: 'history' };

    const answer = approval && approvals.find(approval.approval);
    const isAnswered = approval === null || unmoved(approval.seen, answer);
    const limits = charges.weigh(call.tenant, taken);
    if (limits.kind === 'late') return { kind: 'moved', what: 'clock', now: limits.now };
    if (isAnswered && answer !== null && time.recorded() >= answer.expires) {
      return { kind: 'moved', what: 'clock', now: time.now() };
    }
    if (limits.kind === 'exceeded') return { kind: 'limited', exceeded: limits.exceeded };

    if (!isAnswered) return { kind: 'approval_moved', approval: answer };

    const other = call.holds === null ? null : holder(call.tenant, call.holds);
    if (other !== null && !sameCall(other, call)) return { kind: 'held', holder: other };

    if (conversation !== null) conversations.add(conversation);
    if (history !== null) histories.chain(call, history);
    calls.put(seen, call);
    if (approval !== null) approvals.replace(approval);
    for (const row of limits.rows) meters.put(row);
    record(evidence);
    return { kind: 'admitted' };
  };
}

function sameCall(a: CallKey, b: CallKey): boolean {
  return a.tenant === b.tenant && a.owner === b.owner && a.conversation === b.conversation && a.id === b.id;
}

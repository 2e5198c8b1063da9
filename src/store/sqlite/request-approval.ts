import { isOver } from '../over.ts';
import type { ApprovalRequest, Requested } from '../store.ts';
import { givesWay, unmoved } from '../unmoved.ts';
import type { Tables } from './tables.ts';

/**
 * Makes asking people. All comparing comes before the first write, so a refusal writes nothing. The order of the
 * answers: the call itself, the catalogue, what is known of the same action and of what is alike, how many wait
 * already, limits.
 */
export function requestApproval(on: Tables): (request: ApprovalRequest) => Requested {
  const { calls, catalogues, approvals, approvalsOf, charges, meters, conversations, runs, record, time } =
    on;
  return (request) => {
    const { seen, catalogue, run, conversation, call, approval, replaces, overdue, mostPending, evidence } =
      request;
    const there = call && calls.find(call);
    if (call !== null && !unmoved(seen, there)) return { kind: 'call_moved', call: there };
    if (!catalogues.isInForce(catalogue)) return { kind: 'moved', what: 'catalogue' };
    if (!runs.isAsRelied(approval.tenant, run)) return { kind: 'moved', what: 'run' };

    const now = time.recorded();
    const { action, alike, tenant } = approval;
    const { live, rejected } = approvalsOf(tenant, { action, alike, now });
    if (live !== null && !givesWay(live, replaces, now)) return { kind: 'existing', approval: live };
    if (rejected !== null) return { kind: 'rejected', approval: rejected };
    const leaving = live !== null && live.status === 'pending' && !isOver(live, now) ? 1 : 0;
    if (approvals.pending(approval, now) - leaving >= mostPending) return { kind: 'too_many' };

    const limits = charges.weigh(tenant, request.charges);
    if (limits.kind === 'late') return { kind: 'moved', what: 'clock', now: limits.now };
    if (limits.kind === 'exceeded') return { kind: 'limited', exceeded: limits.exceeded };

    if (live !== null && replaces !== null && approvals.replace(replaces)) record(replaces.evidence);
    for (const one of overdue) if (approvals.replace(one)) record(one.evidence);
    approvals.add(approval);
    if (conversation !== null) conversations.add(conversation);
    if (call !== null) calls.put(seen, call);
    for (const row of limits.rows) meters.put(row);
    record(evidence);
    return { kind: 'requested' };
  };
}

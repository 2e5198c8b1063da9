import { isOver } from '../over.ts';
import type { ApprovalRequest, Requested } from '../store.ts';
import { givesWay, unmoved } from '../unmoved.ts';
import { actionOf, asksOf, callOf, runOf } from './locks.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * Makes asking people. All comparing comes before the first write, so a refusal writes nothing. The order of the
 * answers: the call itself, the catalogue, what is known of the same action and of what is alike, how many wait
 * already, limits.
 */
export function requestApproval(tables: Tables): (on: On, request: ApprovalRequest) => Promise<Requested> {
  const { calls, catalogues, approvals, approvalsOf, charges, runs, time } = tables;
  return async (on, request) => {
    const { seen, catalogue, run, call, approval, replaces, mostPending } = request;
    await lock(tables, on, request);
    const there = call && (await calls.hold(on, call));
    if (call !== null && !unmoved(seen, there)) return { kind: 'call_moved', call: there };
    if (!(await catalogues.isInForce(on, catalogue))) return { kind: 'moved', what: 'catalogue' };
    if (!(await runs.isAsRelied(on, approval.tenant, run))) return { kind: 'moved', what: 'run' };

    const now = await time.now(on);
    const { action, alike, tenant } = approval;
    const { live, rejected } = await approvalsOf(on, tenant, { action, alike, now });
    if (live !== null && !givesWay(live, replaces, now)) return { kind: 'existing', approval: live };
    if (rejected !== null) return { kind: 'rejected', approval: rejected };
    const leaving = live !== null && live.status === 'pending' && !isOver(live, now) ? 1 : 0;
    if ((await approvals.pending(on, approval, now)) - leaving >= mostPending) return { kind: 'too_many' };

    const limits = await charges.weigh(on, tenant, request.charges);
    if (limits.kind === 'late') return { kind: 'moved', what: 'clock', now: limits.now };
    if (limits.kind === 'exceeded') return { kind: 'limited', exceeded: limits.exceeded };

    await write(tables, on, live === null ? { ...request, replaces: null } : request);
    await tables.meters.put(on, limits.rows);
    return { kind: 'requested' };
  };
}

async function lock(
  { locks, approvals }: Tables,
  on: On,
  { seen, run, call, approval, replaces, overdue }: ApprovalRequest,
): Promise<void> {
  await locks.take(on, [asksOf(approval)]);
  if (run !== null) await locks.share(on, [runOf(approval.tenant, run.id)]);
  await locks.take(on, [actionOf(approval), call !== null && seen === null ? callOf(call) : null]);
  const ending = [replaces, ...overdue].flatMap((one) => (one === null ? [] : [one.approval.id]));
  if (ending.length > 0) await approvals.hold(on, approval.tenant, ending);
}

async function write(
  { approvals, conversations, calls, record }: Tables,
  on: On,
  { seen, conversation, call, approval, replaces, overdue, evidence }: ApprovalRequest,
): Promise<void> {
  for (const one of [replaces, ...overdue]) {
    if (one !== null && (await approvals.replace(on, one))) await record(on, one.evidence);
  }
  await approvals.add(on, approval);
  if (call !== null) await calls.put(on, seen, call);
  if (conversation !== null) await conversations.add(on, conversation);
  await record(on, evidence);
}

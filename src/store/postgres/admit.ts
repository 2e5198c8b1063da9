import type { CallKey } from '../rows.ts';
import type { Admission, Admitted } from '../store.ts';
import { unmoved } from '../unmoved.ts';
import { Overtaken } from './fault.ts';
import { actionOf, callOf, historyOf, operationOf, runOf } from './locks.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';

/** Admits inside a transaction that somebody else frames. */
export type Admit = (on: On, admission: Admission) => Promise<Admitted>;

/**
 * Makes admission. All comparing comes before the first write, so a refusal writes nothing. The order of the answers
 * is that of the port: the call itself, what the checks relied on, the time, limits, the approval, then who else holds
 * the operation. `settles`: the same transaction settles, too, and so takes what that will need in the order of locks.
 */
export function admit(tables: Tables, settles = false): Admit {
  const { calls, catalogues, approvals, charges, meters, holder, histories, runs, time } = tables;
  return async (on, admission) => {
    const { seen, catalogue, relied, call, charges: taken, approval } = admission;
    await lock(tables, on, admission, settles);
    const [answer = null] =
      approval === null ? [] : await approvals.hold(on, call.tenant, [approval.approval.id]);
    const there = await calls.hold(on, call);
    if (!unmoved(seen, there)) return { kind: 'call_moved', call: there };

    if (!(await catalogues.isInForce(on, catalogue))) return { kind: 'moved', what: 'catalogue' };
    if (!(await runs.isAsRelied(on, call.tenant, relied.run))) return { kind: 'moved', what: 'run' };
    if (!(await histories.isAsRelied(on, call, relied))) return { kind: 'moved', what: 'history' };

    const isAnswered = approval === null || unmoved(approval.seen, answer);
    const limits = await charges.weigh(on, call.tenant, taken);
    if (limits.kind === 'late') return { kind: 'moved', what: 'clock', now: limits.now };
    if (isAnswered && answer !== null) {
      const now = await time.now(on);
      if (now >= answer.expires) return { kind: 'moved', what: 'clock', now };
    }
    if (limits.kind === 'exceeded') return { kind: 'limited', exceeded: limits.exceeded };

    if (!isAnswered) return { kind: 'approval_moved', approval: answer };

    const other = call.holds === null ? null : await holder(on, call.tenant, call.holds);
    if (other !== null && !sameCall(other, call)) return { kind: 'held', holder: other };

    await write(tables, on, admission);
    await meters.put(on, limits.rows);
    return { kind: 'admitted' };
  };
}

async function lock(
  { locks }: Tables,
  on: On,
  { seen, relied, history, call, approval }: Admission,
  settles: boolean,
): Promise<void> {
  const chains = history !== null || (settles && call.chained);
  const reads = relied.sources !== null || relied.steps !== null;
  if (chains) await locks.take(on, [historyOf(call)]);
  else if (reads) await locks.share(on, [historyOf(call)]);
  const own = settles ? call.run : null;
  if (own !== null) await locks.take(on, [runOf(call.tenant, own)]);
  if (relied.run !== null && relied.run.id !== own) {
    await locks.share(on, [runOf(call.tenant, relied.run.id)]);
  }
  await locks.take(on, [
    settles && approval !== null ? actionOf(approval.approval) : null,
    seen === null ? callOf(call) : null,
    call.holds === null ? null : operationOf(call.tenant, call.holds),
  ]);
}

async function write(
  { calls, approvals, conversations, histories, record }: Tables,
  on: On,
  { seen, conversation, history, call, approval, evidence }: Admission,
): Promise<void> {
  await calls.put(on, seen, call);
  if (conversation !== null) await conversations.add(on, conversation);
  if (history !== null) await histories.chain(on, call, history);
  if (approval !== null && !(await approvals.replace(on, approval))) throw new Overtaken();
  await record(on, evidence);
}

function sameCall(a: CallKey, b: CallKey): boolean {
  return a.tenant === b.tenant && a.owner === b.owner && a.conversation === b.conversation && a.id === b.id;
}

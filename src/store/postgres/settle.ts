import type { Settled, Settlement } from '../store.ts';
import { actionOf, historyOf, runOf } from './locks.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';
import { turn } from './turn-run.ts';

/** Settles inside a transaction that somebody else frames. */
export type Settle = (on: On, settlement: Settlement) => Promise<Settled>;

/** Makes settling: the successor, what is given back, the approval that is valid again, how its run goes on and the evidence, or nothing. */
export function settle(tables: Tables): Settle {
  const { locks, calls, approvals, charges, histories, runs, record } = tables;
  return async (on, { seen, call, giveBack, approval, history, run, evidence }) => {
    await locks.take(on, [
      history === null ? null : historyOf(call),
      run === null ? null : runOf(call.tenant, run.id),
      approval === null ? null : actionOf(approval.approval),
    ]);
    if (approval !== null) await approvals.hold(on, approval.approval.tenant, [approval.approval.id]);
    if (!(await calls.replace(on, seen, call))) return { kind: 'moved', call: await calls.find(on, call) };
    if (approval !== null) await approvals.restore(on, approval);
    if (history !== null) await histories.chain(on, call, history);
    await record(on, evidence);
    await turn({ runs, record }, on, call, run);
    await charges.giveBack(on, call.tenant, giveBack);
    return { kind: 'settled' };
  };
}

import type { Settled, Settlement } from '../store.ts';
import type { Tables } from './tables.ts';
import { turn } from './turn-run.ts';

/**
 * Makes settling: the successor, what is given back, the approval that is valid again, the entries, the evidence and how
 * its run goes on, or nothing.
 */
export function settle({
  calls,
  approvals,
  giveBack,
  histories,
  runs,
  record,
}: Tables): (settlement: Settlement) => Settled {
  return ({ seen, call, giveBack: charges, approval, history, run, evidence }) => {
    if (!calls.replace(seen, call)) return { kind: 'moved', call: calls.find(call) };
    giveBack(call.tenant, charges);
    if (approval !== null) approvals.restore(approval);
    if (history !== null) histories.chain(call, history);
    record(evidence);
    turn({ runs, record }, call, run);
    return { kind: 'settled' };
  };
}

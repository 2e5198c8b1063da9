import type { Settled, Settlement } from '../store.ts';
import type { Tables } from './tables.ts';

/** Makes settling: the successor, what is given back, the approval that is valid again and the evidence, or nothing. */
export function settle({ calls, approvals, giveBack, record }: Tables): (settlement: Settlement) => Settled {
  return ({ seen, call, giveBack: charges, approval, evidence }) => {
    if (!calls.replace(seen, call)) return { kind: 'moved', call: calls.find(call) };
    giveBack(call.tenant, charges);
    if (approval !== null) approvals.restore(approval);
    record(evidence);
    return { kind: 'settled' };
  };
}

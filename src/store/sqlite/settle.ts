import type { Settled, Settlement } from '../store.ts';
import type { Tables } from './tables.ts';

/** Makes settling: the successor, what is given back and the evidence, or nothing. */
export function settle({ calls, giveBack, record }: Tables): (settlement: Settlement) => Settled {
  return ({ seen, call, giveBack: charges, evidence }) => {
    if (!calls.replace(seen, call)) return { kind: 'moved', call: calls.find(call) };
    giveBack(call.tenant, charges);
    record(evidence);
    return { kind: 'settled' };
  };
}

import type { Settled, Settlement } from '../store.ts';
import type { Tables } from './tables.ts';

/** Makes settling: the successor and its evidence, or neither. */
export function settle({ calls, record }: Tables): (settlement: Settlement) => Settled {
  return ({ seen, call, evidence }) => {
    if (!calls.replace(seen, call)) return { kind: 'moved', call: calls.find(call) };
    record(evidence);
    return { kind: 'settled' };
  };
}

import type { Settled, Settlement } from '../store.ts';
import type { SharedStatements } from './shared-statements.ts';

/** Makes settling: the successor and its evidence, or neither. */
export function settle({ calls, record }: SharedStatements): (settlement: Settlement) => Settled {
  return ({ seen, call, evidence }) => {
    if (!calls.replace(seen, call)) return { kind: 'moved', call: calls.find(call) };
    record(evidence);
    return { kind: 'settled' };
  };
}

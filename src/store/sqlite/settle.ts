import type { Settled, Settlement } from '../store.ts';
import { appendEvidence } from './append-evidence.ts';
import { calls } from './call.ts';
import type { Driver } from './driver.ts';

/** Prepares settling: the successor and its evidence, or neither. */
export function settle(driver: Driver): (settlement: Settlement) => Settled {
  const call = calls(driver);
  const record = appendEvidence(driver);
  return ({ seen, call: next, evidence }) => {
    if (!call.replace(seen, next)) return { kind: 'moved', call: call.find(next) };
    record(evidence);
    return { kind: 'settled' };
  };
}

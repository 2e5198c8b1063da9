import { callVerifies, knownCall } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import type { CallRow } from '../store/rows.ts';
import type { DecisionData } from '../store/store.ts';
import type { Asked } from './asked.ts';
import { Stopped } from './chain.ts';

/** The known-call table, for a row that another request wrote while this one was checked. */
export function movedTo(
  {
    wiring,
    name,
    run,
    fingerprint,
    data,
  }: Asked & { readonly fingerprint: string; readonly data: DecisionData },
  row: CallRow,
): Stopped | 'again' {
  if (!callVerifies(wiring.keys, row)) throw new Tampered('call');
  const known = knownCall(row, { capability: name, arguments: fingerprint, run }, data.now);
  if (known.kind === 'open') return 'again';
  if (known.kind === 'reused') return new Stopped('call-id', { kind: 'refused', reason: 'call_id_reused' });
  return new Stopped('known-call', { kind: 'known', known });
}

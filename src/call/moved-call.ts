import { callVerifies, knownCall } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import type { Verified } from '../pipeline.ts';
import type { CallRow } from '../store/rows.ts';
import { Stopped } from './chain.ts';

/** The known-call table, for a row that another request wrote while this one was checked. */
export function movedTo(verified: Verified, row: CallRow): Stopped | 'again' {
  const { wiring, name, fingerprint, data } = verified;
  if (!callVerifies(wiring.keys, row)) throw new Tampered('call');
  const known = knownCall(row, { capability: name, arguments: fingerprint }, data.now);
  if (known.kind === 'open') return 'again';
  if (known.kind === 'reused') return new Stopped('call-id', { kind: 'refused', reason: 'call_id_reused' });
  return new Stopped('known-call', { kind: 'known', known });
}

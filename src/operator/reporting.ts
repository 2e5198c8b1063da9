import { andThen, type Awaitable } from '../awaitable.ts';
import type { Resolution } from '../claim/index.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import { appendRecord, evidenceRow, nobody, type OperatorRefused } from '../evidence/index.ts';
import type { CallRow, EvidenceRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';

/** Who acts, through which boundary. */
export interface Acting extends OperatorIdentity {
  readonly wiring: Wiring;
}

/** Makes the record of a resolution. It is written in the transaction of the call row. */
export function resolutionRecord(
  { wiring, tenant, id }: Acting,
  row: CallRow,
  said: {
    readonly at: number;
    readonly second: OperatorIdentity | null;
    readonly from: 'claimed' | 'indeterminate';
    readonly to: Resolution;
    readonly forced: boolean;
    readonly reason: string;
  },
): Awaitable<EvidenceRow> {
  const { at, second, ...how } = said;
  return andThen(wiring.ring.of(tenant, ''), (key) => {
    const print = (operator: string) => key.fingerprint('countersign/operator/v1', operator);
    const record = {
      type: 'claim.resolved',
      operator: print(id),
      second: second === null ? null : print(second.id),
      catalogue: wiring.catalogue.version,
      capability: row.capability,
      execution: row.execution,
      ...how,
    } as const;
    return evidenceRow(wiring.keys, { tenant, id: wiring.ids.next(at), at, record });
  });
}

/** Records that an act was refused, before it is answered. Refusals alike are counted in one record. */
export function reportRefused(
  { wiring, tenant, id }: Acting,
  said: Pick<OperatorRefused, 'act' | 'reason' | 'fault'>,
): Awaitable<void> {
  const write = (count: number) =>
    andThen(wiring.ring.of(tenant, ''), (key) =>
      appendRecord(wiring, tenant, {
        type: 'operator.refused',
        operator: key.fingerprint('countersign/operator/v1', id),
        catalogue: wiring.catalogue.version,
        ...said,
        count,
      }),
    );
  return counted(wiring, ['operator.refused', tenant, id, said], write);
}

/** Records that a row or a key was not as it was written, or that something else broke: nothing was decided. */
export function reportFault(
  { wiring, tenant }: Acting,
  step: string,
  code: 'decision_unavailable' | 'state_tampered',
): Awaitable<void> {
  const write = (count: number) =>
    appendRecord(wiring, tenant, {
      type: 'fault',
      capability: null,
      step,
      code,
      ...nobody(wiring.catalogue.version),
      count,
      first: null,
    });
  return counted(wiring, ['operator.fault', tenant, step, code], write);
}

function counted(wiring: Wiring, kind: readonly unknown[], write: (count: number) => Awaitable<void>) {
  return wiring.coalescer.report(JSON.stringify(kind), () => write(1), write);
}

import { andThen, type Awaitable } from '../awaitable.ts';
import type { Resolution } from '../claim/index.ts';
import type { OperatorReason } from '../decision.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import {
  appendRecord,
  type EvidenceRecord,
  evidenceRow,
  nobody,
  type OperatorRefused,
} from '../evidence/index.ts';
import type { SubjectKey } from '../json/index.ts';
import type { CallRow, EvidenceRow } from '../store/rows.ts';
import type { ClockReset } from '../store/store.ts';
import type { Acting } from './standing.ts';

/** What an operator asked for. */
export interface AskedAct {
  readonly act: OperatorRefused['act'];
  /** The execution id that it is about, as it was given; null where it is about none. */
  readonly execution: string | null;
}

/** Makes the record of a resolution. It is written in the transaction of the call row. */
export function resolutionRecord(
  acting: Acting,
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
  const { capability, execution } = row;
  return andThen(tenantKey(acting), (key) =>
    rowOf(acting, at, {
      type: 'claim.resolved',
      ...people(acting, key, second),
      capability,
      execution,
      ...how,
    }),
  );
}

/** Makes the records of a pruning, which say how many meters went. Each is written in the transaction of one round. */
export function pruningRecords(
  acting: Acting,
  said: { readonly at: number; readonly second: OperatorIdentity | null; readonly reason: string },
): Awaitable<(count: number) => EvidenceRow> {
  const { at, second, reason } = said;
  return andThen(
    tenantKey(acting),
    (key) => (count) =>
      rowOf(acting, at, { type: 'limits.pruned', ...people(acting, key, second), count, reason }),
  );
}

/** Makes the record of setting recorded time back, at the time that it is then. It is written in that transaction. */
export function resetRecords(
  acting: Acting,
  said: { readonly second: OperatorIdentity | null; readonly reason: string },
): Awaitable<(reset: ClockReset) => EvidenceRow> {
  const { second, reason } = said;
  return andThen(
    tenantKey(acting),
    (key) => (reset) =>
      rowOf(acting, reset.to, { type: 'clock.reset', ...people(acting, key, second), ...reset, reason }),
  );
}

/**
 * Records that an act was refused, before it is answered. Refusals alike are counted in one record; what was asked of
 * different claims is not alike, so that a record says of which claim somebody tried to learn.
 */
export function reportRefused(
  acting: Acting,
  { act, execution }: AskedAct,
  reason: OperatorReason,
): Awaitable<void> {
  const { wiring, tenant, id } = acting;
  const write = (count: number) =>
    andThen(tenantKey(acting), (key) =>
      appendRecord(wiring, tenant, {
        type: 'operator.refused',
        operator: printOf(key, id),
        catalogue: wiring.catalogue.version,
        act,
        claim: execution === null ? null : key.fingerprint('countersign/execution/v1', execution),
        reason,
        fault: reason === 'operator_error',
        count,
      }),
    );
  return counted(acting, ['operator.refused', tenant, id, act, execution, reason], write);
}

/** Records that a row or a key was not as it was written, or that something else broke: nothing was decided. */
export function reportFault(
  acting: Acting,
  step: string,
  code: 'decision_unavailable' | 'state_tampered',
): Awaitable<void> {
  const { wiring, tenant } = acting;
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
  return counted(acting, ['operator.fault', tenant, step, code], write);
}

function tenantKey({ wiring, tenant }: Acting): Awaitable<SubjectKey> {
  return wiring.ring.of(tenant, '');
}

function printOf(key: SubjectKey, operator: string): string {
  return key.fingerprint('countersign/operator/v1', operator);
}

/** Who acted and who agreed, under which catalogue. */
function people({ wiring, id }: Acting, key: SubjectKey, second: OperatorIdentity | null) {
  return {
    operator: printOf(key, id),
    second: second === null ? null : printOf(key, second.id),
    catalogue: wiring.catalogue.version,
  };
}

function rowOf({ wiring, tenant }: Acting, at: number, record: EvidenceRecord): EvidenceRow {
  return evidenceRow(wiring.keys, { tenant, id: wiring.ids.next(at), at, record });
}

function counted({ wiring }: Acting, kind: readonly unknown[], write: (count: number) => Awaitable<void>) {
  return wiring.coalescer.report(JSON.stringify(kind), () => write(1), write);
}

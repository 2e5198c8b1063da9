import { type Acting, counted } from '../acting/act.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { Resolution } from '../claim/index.ts';
import type { OperatorReason } from '../decision.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import {
  appendRecord,
  approvalFacts,
  type EvidenceRecord,
  evidenceRow,
  type OperatorRefused,
} from '../evidence/index.ts';
import type { SubjectKey } from '../json/index.ts';
import type { ApprovalRow, CallRow, EvidenceRow } from '../store/rows.ts';
import type { ClockReset } from '../store/store.ts';

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

/** Makes the records of approvals that an operator takes back, or finds to have expired. */
export function approvalRecords(
  acting: Acting,
  reason: string,
): Awaitable<(row: ApprovalRow, end: 'revoked' | 'expired') => EvidenceRecord> {
  return andThen(tenantKey(acting), (key) => (row, end) => {
    const facts = approvalFacts(key, row);
    const who = printOf(key, acting.id);
    return end === 'expired'
      ? { type: 'approval.expired', ...facts }
      : { type: 'approval.revoked', ...facts, by: 'operator', who, reason };
  });
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

/** How the record of a run names the operator who acts, and the one who agreed. */
export function actors(
  acting: Acting,
  second: OperatorIdentity | null,
): Awaitable<{ readonly by: 'operator'; readonly who: string; readonly second: string | null }> {
  return andThen(tenantKey(acting), (key) => {
    const { operator: who, second: agreed } = people(acting, key, second);
    return { by: 'operator', who, second: agreed };
  });
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

import { recorded, type UnrecordedApproval } from '../approval/index.ts';
import type { Awaitable } from '../awaitable.ts';
import { type EvidenceRecord, evidenceRow } from '../evidence/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Decided } from '../store/store.ts';
import type { Wiring } from '../wiring.ts';

/** What becomes of an approval: the row as it was judged, its successor, and the record of it. */
export interface Deciding {
  readonly row: ApprovalRow;
  readonly next: UnrecordedApproval;
  readonly record: EvidenceRecord;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

/**
 * Writes what becomes of an approval with its evidence, only if the row still is as it was judged: no answer is ever
 * written over another one. `moved` tells what it became meanwhile, and wrote nothing.
 */
export function writeDecision(
  { store, keys, ids }: Wiring,
  { row, next, record, at }: Deciding,
): Awaitable<Decided> {
  const { tenant, revision, mac } = row;
  const evidence = evidenceRow(keys, { tenant, id: ids.next(at), at, record, previous: row.record });
  const approval = recorded(keys, next, evidence.mac);
  return store.decideApproval({ seen: { revision, mac }, approval }, evidence);
}

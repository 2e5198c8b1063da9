import type { Awaitable } from '../awaitable.ts';
import type { Ids } from '../ids.ts';
import type { Keys } from '../json/index.ts';
import type { Store } from '../store/store.ts';
import { evidenceRow } from './log.ts';
import type { EvidenceRecord } from './record.ts';

/** What appending needs: where the log is, what signs it, and where ids and times come from. */
export interface Appending {
  readonly store: Pick<Store, 'appendEvidence'>;
  readonly keys: Keys;
  readonly ids: Ids;
  readonly time: { now(): number };
}

/** Writes one record into a tenant's log by itself: what it reports has changed no row. Rejects where it could not. */
export function appendRecord(
  { store, keys, ids, time }: Appending,
  tenant: string,
  record: EvidenceRecord,
): Awaitable<void> {
  const at = time.now();
  return store.appendEvidence([evidenceRow(keys, { tenant, id: ids.next(at), at, record })]);
}

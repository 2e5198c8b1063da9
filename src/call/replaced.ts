import { expired, recorded, revoked, statusAt } from '../approval/index.ts';
import { approvalFacts, evidenceRow } from '../evidence/index.ts';
import type { SubjectKey } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Replacement } from '../store/store.ts';
import type { Wiring } from '../wiring.ts';

/**
 * How an approval gives way to one that is asked for: its successor, and the record of it under the tenant's key. One that
 * nobody answered or used in time has expired; any other is taken back. `who`: the fingerprint of whoever asks.
 */
export function replaced(
  { keys, ids }: Pick<Wiring, 'keys' | 'ids'>,
  { key, who }: { readonly key: SubjectKey; readonly who: string },
  stale: ApprovalRow,
  at: number,
): Replacement {
  const { tenant, revision, mac, record: previous } = stale;
  const over = statusAt(stale, at) === 'expired';
  const facts = approvalFacts(key, stale);
  const evidence = evidenceRow(keys, {
    tenant,
    id: ids.next(at),
    at,
    record: over
      ? { type: 'approval.expired', ...facts }
      : { type: 'approval.revoked', ...facts, by: 'ask', who, reason: null },
    previous,
  });
  const next = over ? expired(stale, at) : revoked(stale, at);
  return { seen: { revision, mac }, approval: recorded(keys, next, evidence.mac), evidence };
}

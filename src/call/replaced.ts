import { expired, recorded, revoked, statusAt } from '../approval/index.ts';
import { approvalFacts, evidenceRow } from '../evidence/index.ts';
import type { SubjectKey } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Replacement } from '../store/store.ts';
import type { Wiring } from '../wiring.ts';

/**
 * How an approval gives way when something is asked for: one that nobody answered or used in time has expired, and one
 * that would not count any more is taken back. Its successor, and the record of it under the tenant's key. `who` asks, as a
 * fingerprint.
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

import { expired, recorded } from '../approval/index.ts';
import { approvalFacts, evidenceRow } from '../evidence/index.ts';
import type { SubjectKey } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Replacement } from '../store/store.ts';
import type { Wiring } from '../wiring.ts';

/**
 * How an approval that nobody answered or used in time gives way when something is asked for: its successor, and the
 * record of it under the tenant's key.
 */
export function replaced(
  { keys, ids }: Pick<Wiring, 'keys' | 'ids'>,
  key: SubjectKey,
  stale: ApprovalRow,
  at: number,
): Replacement {
  const { tenant, revision, mac, record: previous } = stale;
  const record = { type: 'approval.expired', ...approvalFacts(key, stale) } as const;
  const evidence = evidenceRow(keys, { tenant, id: ids.next(at), at, record, previous });
  return {
    seen: { revision, mac },
    approval: recorded(keys, expired(stale, at), evidence.mac),
    evidence,
  };
}

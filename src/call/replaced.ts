import { expired } from '../approval/index.ts';
import { approvalFacts, type ApprovalRecord } from '../evidence/index.ts';
import type { Keys, SubjectKey } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { ApprovalChange } from '../store/store.ts';

/**
 * How an approval that nobody answered or used in time gives way to the one that is asked for now: its successor, and the
 * record of it under the tenant's key. Nothing where none stands in the way.
 */
export function replaced(
  keys: Keys,
  tenant: SubjectKey,
  stale: ApprovalRow | null,
  at: number,
): { readonly replaces: ApprovalChange | null; readonly records: readonly ApprovalRecord[] } {
  if (stale === null) return { replaces: null, records: [] };
  const { revision, mac } = stale;
  return {
    replaces: { seen: { revision, mac }, approval: expired(keys, stale, at) },
    records: [{ type: 'approval.expired', ...approvalFacts(tenant, stale) }],
  };
}

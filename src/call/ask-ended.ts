import { statusAt, verifiedApproval } from '../approval/index.ts';
import type { ReasonCode } from '../decision.ts';
import type { CallRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';

/** Why nobody can agree any more to what a call asked for. */
export type AskEnd = Extract<ReasonCode, 'approval_rejected' | 'approval_revoked' | 'approval_expired'>;

/**
 * How what people were asked about a call has ended without its effect; null while it can be answered, was agreed to, or
 * was used. Throws `Tampered` where an approval is not as it was written.
 */
export async function askEnded(
  { store, keys }: Wiring,
  { tenant, action }: CallRow,
  now: number,
): Promise<AskEnd | null> {
  const { live, ended } = await store.approvalsOf(tenant, { action, alike: '', now });
  if (live !== null && statusAt(verifiedApproval(keys, live), now) !== 'expired') return null;
  const last = live === null && ended !== null ? verifiedApproval(keys, ended).status : 'expired';
  switch (last) {
    case 'rejected':
      return 'approval_rejected';
    case 'revoked':
      return 'approval_revoked';
    case 'consumed':
      return null;
    case 'expired':
    case 'pending':
    case 'approved':
      return 'approval_expired';
  }
}

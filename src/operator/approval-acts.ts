import type { Acting } from '../acting/act.ts';
import { endApproval } from '../acting/end-approval.ts';
import { ownerOf } from '../claim/index.ts';
import { act } from './act.ts';
import type { ApprovalsRevoked } from './approvals.ts';
import type { RevocationAsked } from './asked.ts';
import type { OperatorRefusal } from './refusal.ts';
import { approvalRecords } from './reporting.ts';

/** Read at once. Each is written by itself, so that calls are admitted and people answered in between. */
const roundOf = 100;

/**
 * Takes back every approval of the tenant that fits and was asked for until now. One that is used or answered meanwhile
 * is judged as it is by then; one that has expired is written as that.
 */
export function revokeApprovals(
  acting: Acting,
  { capability, principal, catalogue, reason }: RevocationAsked,
): Promise<ApprovalsRevoked | OperatorRefusal> {
  return act(acting, { act: 'approvals.revoke', execution: null }, async () => {
    const { wiring, tenant } = acting;
    await wiring.time.ask(wiring.store, wiring.catalogue.version);
    const since = wiring.time.now();
    const record = await approvalRecords(acting, reason);
    const owner = principal === null ? null : ownerOf(wiring.keys, tenant, principal);
    const of = {
      ...(capability === null ? {} : { capability }),
      ...(owner === null ? {} : { owner }),
      ...(catalogue === null ? {} : { catalogue }),
    };
    let count = 0;
    for (let after = ''; ;) {
      const rows = await wiring.store.approvals({ tenant, after, limit: roundOf, person: null, of });
      for (const row of rows) if (row.asked <= since && (await endApproval(wiring, row, record))) count += 1;
      const last = rows.length < roundOf ? undefined : rows.at(-1);
      if (last === undefined) return { kind: 'revoked', count };
      after = last.id;
    }
  });
}

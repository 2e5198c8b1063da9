import type { Acting } from '../acting/act.ts';
import type { PageAsked } from '../acting/asked.ts';
import { isRefused } from '../acting/refused.ts';
import { statusAt, verifiedApproval } from '../approval/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { act } from './act.ts';
import type { ApprovalShown, ApprovalsListed, ApproverRefusal } from './approver.ts';
import { find, over } from './found.ts';
import { capabilityNow, judged } from './judged.ts';
import { detailOf, summaryOf } from './shown.ts';
import { ownColumn, type Viewer } from './viewer.ts';

/** One page of what waits: all of the tenant, or what this person has to confirm. */
export function listApprovals(acting: Acting, page: PageAsked): Promise<ApprovalsListed | ApproverRefusal> {
  return act(acting, { act: 'approvals.list', approval: null }, async (viewer) => {
    const person = ownColumn(viewer);
    const rows = viewer.office || person !== null ? await waiting(viewer, page, person) : [];
    const now = viewer.wiring.time.now();
    const last = rows.length < page.limit ? undefined : rows.at(-1);
    return {
      kind: 'listed',
      approvals: Object.freeze(rows.map((row) => summaryOf(row, now))),
      next: last?.id ?? null,
    };
  });
}

/** One approval with everything that a person has to see. Reads only. */
export function showApproval(acting: Acting, id: string): Promise<ApprovalShown | ApproverRefusal> {
  return act(acting, { act: 'approvals.show', approval: id }, async (viewer) => {
    const found = await find(viewer, id);
    if (isRefused(found)) return found;
    const { asked, own } = found;
    if (asked === null) return over(viewer, found);
    const standing = own ? null : await judged(viewer, found, asked, 'withdraw');
    if (standing !== null && isRefused(standing)) return standing;
    const capability = capabilityNow(viewer.wiring, asked);
    const now = viewer.wiring.time.now();
    return { kind: 'shown', approval: detailOf(found, asked, { now, capability }) };
  });
}

/** Rows of one page that have not expired. Many may have, so that more than one page of the store is read for it. */
async function waiting(
  { wiring, tenant, office }: Viewer,
  { after, limit }: PageAsked,
  person: string | null,
): Promise<readonly ApprovalRow[]> {
  const { store, keys, time } = wiring;
  const waits: ApprovalRow[] = [];
  for (let from = after; ;) {
    const rows = await store.approvals({
      tenant,
      after: from,
      limit,
      person: office ? null : person,
      of: null,
    });
    for (const row of rows) verifiedApproval(keys, row);
    const now = time.now();
    waits.push(...rows.filter((row) => statusAt(row, now) !== 'expired'));
    const last = rows.length < limit ? undefined : rows.at(-1);
    if (last === undefined || waits.length >= limit) return waits.slice(0, limit);
    from = last.id;
  }
}

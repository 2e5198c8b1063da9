import type { Acting } from '../acting/act.ts';
import { writeDecision } from '../acting/deciding.ts';
import { expired, revoked, statusAt, verifiedApproval } from '../approval/index.ts';
import { ownerOf } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import type { EvidenceRecord } from '../evidence/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
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
      for (const row of rows) if (row.asked <= since && (await end(acting, row, record))) count += 1;
      const last = rows.length < roundOf ? undefined : rows.at(-1);
      if (last === undefined) return { kind: 'revoked', count };
      after = last.id;
    }
  });
}

/** Ends one approval, however often it moves meanwhile; true where it was taken back. */
async function end(
  { wiring }: Acting,
  first: ApprovalRow,
  record: (row: ApprovalRow, end: 'revoked' | 'expired') => EvidenceRecord,
): Promise<boolean> {
  for (let row: ApprovalRow | null = first; ;) {
    if (row === null) throw new Tampered('approval');
    verifiedApproval(wiring.keys, row);
    if (row.status !== 'pending' && row.status !== 'approved') return false;
    const at = wiring.time.now();
    const late = statusAt(row, at) === 'expired';
    const next = late ? expired(row, at) : revoked(row, at);
    const written = await writeDecision(wiring, {
      row,
      next,
      record: record(row, late ? 'expired' : 'revoked'),
      at,
    });
    if (written.kind === 'decided') return !late;
    row = written.approval;
  }
}

import { refused } from '../acting/refused.ts';
import type { Awaitable } from '../awaitable.ts';
import { personKey } from '../call/person-key.ts';
import { appendRecord, type ApprovalDenied, approvalPrint } from '../evidence/index.ts';
import { canonicalText, type Digest } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import { type Attempt, Denied } from './attempt.ts';
import type { GatewayRefusal } from './gateway.ts';

/** What whoever tried is told: of an approval of another tenant, that there is none. */
export function told(attempt: Attempt, denied: Denied): GatewayRefusal {
  const { reason, cause } = isForeign(attempt, denied) ? unknown : denied;
  return refused(reason, cause);
}

/** Records that too many are being asked for. */
export function reportLimited(attempt: Attempt): Awaitable<void> {
  return report(attempt, { reason: 'limit_exceeded', row: null });
}

/**
 * Records that an attempt was refused: in the log of the tenant that owns the approval, and where that is not the one
 * that tried, also in the log of that one, which learns nothing of the approval.
 */
export async function reportDenied(attempt: Attempt, denied: Denied): Promise<void> {
  await report(attempt, denied);
  if (isForeign(attempt, denied)) await report(attempt, unknown);
}

const unknown = new Denied('approval_unknown', null);

function isForeign({ tenant }: Attempt, { row }: Denied): boolean {
  return row !== null && row.tenant !== tenant;
}

/** One refusal as it is counted: without the action, whose arguments nothing may hold on to. */
interface Said extends Pick<ApprovalDenied, 'operation' | 'reason' | 'capability' | 'execution'> {
  /** Whose log it is in. */
  readonly log: string;
  readonly attempting: string;
  readonly approval: string | null;
  /** Of the action that was tried. */
  readonly tenant: string;
  readonly principal: string;
}

/**
 * Refusals alike are counted in one record. Digests, which a model chooses, tell them apart only where a tenant tried
 * what it owns: nobody fills the log of another tenant with them, or one about nothing.
 */
function report(
  { wiring, operation, action, tenant }: Attempt,
  { reason, row }: { readonly reason: ApprovalDenied['reason']; readonly row: ApprovalRow | null },
): Awaitable<void> {
  const { capability, principal, tenant: of } = action.constants;
  const said: Said = {
    operation,
    reason,
    log: row?.tenant ?? tenant,
    attempting: tenant,
    approval: row?.id ?? null,
    execution: row?.execution ?? null,
    capability,
    tenant: of,
    principal,
  };
  const { digest } = action;
  const alike = row?.tenant === tenant ? digest : null;
  return wiring.coalescer.report(
    JSON.stringify(['approval.denied', said, alike]),
    () => write(wiring, said, digest, 1),
    (count) => write(wiring, said, alike, count),
  );
}

async function write(wiring: Wiring, said: Said, digest: Digest | null, count: number): Promise<void> {
  const { operation, reason, log, attempting, approval, execution, capability, tenant, principal } = said;
  const key = await wiring.ring.of(log, '');
  // A person of another tenant has no key here, and nothing that is tried makes one.
  const foreign = tenant !== log;
  const own = foreign ? key : await personKey(wiring, tenant, principal);
  const name = foreign ? canonicalText([tenant, principal]) : principal;
  await appendRecord(wiring, log, {
    type: 'approval.denied',
    operation,
    reason,
    fault: reason === 'acl_error',
    approval: approval === null ? null : approvalPrint(key, approval),
    execution,
    principal: own.fingerprint('countersign/principal/v1', name),
    capability,
    action: digest === null ? null : own.fingerprint('countersign/action/v1', digest),
    tenant: key.fingerprint('countersign/tenant/v1', attempting),
    catalogue: wiring.catalogue.version,
    count,
  });
}

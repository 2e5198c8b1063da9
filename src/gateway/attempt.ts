import { type Action, ambientAgrees, ambientTenant } from '../action/index.ts';
import type { ApproverIdentity } from '../directory/index.ts';
import type { ApprovalDenied } from '../evidence/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import type { GatewayRefusal } from './gateway.ts';

/** What somebody tries to do with an approval, on whose behalf. */
export interface Attempt {
  readonly wiring: Wiring;
  readonly operation: ApprovalDenied['operation'];
  readonly action: Action;
  /** Who answers; null where nobody does. */
  readonly approver: ApproverIdentity | null;
  /** The tenant that tries: the one of the process, else the one that the approver was authenticated in. */
  readonly tenant: string;
  /** Whether the action is of that tenant, as the process and the approver are. */
  readonly agrees: boolean;
}

/** Why an attempt went no further. A class, so that no answer can be mistaken for one. */
export class Denied {
  readonly kind = 'refused';
  readonly reason: GatewayRefusal['reason'];
  /** The approval that was meant, whosever it is; null where there is none. */
  readonly row: ApprovalRow | null;
  /** What was thrown by whoever should have said. */
  readonly cause: unknown;

  constructor(reason: Denied['reason'], row: ApprovalRow | null, cause?: unknown) {
    this.reason = reason;
    this.row = row;
    this.cause = cause;
  }
}

/** What is tried, in the tenant for which the surrounding `withTenant` works. */
export function attemptOf(
  wiring: Wiring,
  operation: Attempt['operation'],
  action: Action,
  approver: ApproverIdentity | null = null,
): Attempt {
  const { tenant } = action.constants;
  return {
    wiring,
    operation,
    action,
    approver,
    tenant: ambientTenant() ?? approver?.tenant ?? tenant,
    agrees: ambientAgrees(wiring.tenancy, tenant) && (approver === null || approver.tenant === tenant),
  };
}

import type { Action } from '../action/index.ts';
import type { UnrecordedApproval } from '../approval/index.ts';
import { canonicalText, isObject, strictCopy } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { ApprovalRow } from '../store/rows.ts';

/** What people were asked about, as a reference: holding it is no right, and it may travel through queues and logs. */
export interface Receipt {
  /** Names the approval. Of a gateway's it is the SHA-256 of its token, which nobody can work out from it. */
  readonly approvalId: string;
  /** The idempotency key of the effect. */
  readonly executionId: string;
  /** `countersign/action/v1` of the action. */
  readonly actionDigest: string;
  /** Milliseconds since 1970 UTC; at this moment and later it does not verify. */
  readonly expiresAt: number;
}

/** The receipt of an approval of exactly this action. */
export function receiptOf(row: UnrecordedApproval, action: Action): Receipt {
  const { id: approvalId, execution: executionId, expires: expiresAt } = row;
  return Object.freeze({ approvalId, executionId, actionDigest: action.digest, expiresAt });
}

/** Reads what was handed in as a receipt, from wherever it comes; null where it is no plain data. Never throws. */
export function receiptIn(given: unknown): JsonObject | null {
  const copy = strictCopy(given);
  return copy.ok && isObject(copy.value) ? copy.value : null;
}

/** In what it is not the receipt of this approval and action: null where in nothing, not even in a member too many. */
export function receiptProblem(
  given: JsonObject,
  row: ApprovalRow,
  action: Action,
): 'receipt_mismatch' | 'execution_mismatch' | null {
  const own = { ...receiptOf(row, action) };
  const wanted = canonicalText(own);
  if (canonicalText(given) === wanted) return null;
  return canonicalText({ ...given, executionId: own.executionId }) === wanted
    ? 'execution_mismatch'
    : 'receipt_mismatch';
}

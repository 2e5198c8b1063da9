import type { SubjectKey } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';

/** Which approval a record is about. */
export type ApprovalFacts = {
  /** Fingerprint of its id under the key of the tenant: the same in the records of the call that used it. */
  readonly approval: string;
  readonly capability: string;
  /** The execution id that the effect has, or will have: the same in the records of that call. */
  readonly execution: string;
  /** The catalogue version under which people were asked. */
  readonly catalogue: string;
};

/** How evidence names an approval: never by its id, which leads people to it. */
export function approvalPrint(tenant: SubjectKey, id: string): string {
  return tenant.fingerprint('countersign/approval/v1', id);
}

/** How evidence names an account that answers. */
export function approverPrint(tenant: SubjectKey, id: string): string {
  return tenant.fingerprint('countersign/approver/v1', id);
}

/** How evidence names the person behind it. */
export function personPrint(tenant: SubjectKey, person: string): string {
  return tenant.fingerprint('countersign/person/v1', person);
}

/** Which approval a row is, in fingerprints and the application's own names. */
export function approvalFacts(
  tenant: SubjectKey,
  row: Pick<ApprovalRow, 'id' | 'capability' | 'execution' | 'catalogue'>,
): ApprovalFacts {
  const { id, capability, execution, catalogue } = row;
  return { approval: approvalPrint(tenant, id), capability, execution, catalogue };
}

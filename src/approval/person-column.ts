import type { Keys } from '../json/index.ts';

/** The `person` column: whose own an ask is, blinded, so that a reader of the database does not learn who asked. */
export function personColumn(keys: Keys, tenant: string, person: string): string {
  return keys.blind('countersign/approver/v1', tenant, person);
}

import type { Keys } from '../json/index.ts';
import type { Action } from './action.ts';

/**
 * The `action` column of calls and approvals: a keyed fingerprint of the action's digest, so that a reader of the database
 * can neither guess what was done nor tell that two tenants did the same.
 */
export function actionColumn(keys: Keys, tenant: string, action: Action): string {
  return keys.blind('countersign/action/v1', tenant, action.digest);
}

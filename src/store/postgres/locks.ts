import type { ApprovalRow, CallKey } from '../rows.ts';
import type { ConversationKey } from '../store.ts';
import type { On, Sql } from './statement.ts';

/**
 * Locks that a transaction holds to its end, for what may have no row yet. They are taken in one order everywhere:
 * catalogue, conversation, what is asked in it, run, action, call, operation; then rows (approvals by id, the call);
 * then limits by the bytes of their keys. What is found taken only as it is written (a call, an operation) is waited for
 * after all of them, and nothing after it. Each is named by what it is about: those who agree on it wait for one another.
 */
export interface Locks {
  /** Takes them in the order that they are named in. */
  take(on: On, names: readonly (string | null)[]): Promise<void>;
  /** The same, beside others who share them. */
  share(on: On, names: readonly (string | null)[]): Promise<void>;
}

/** Makes taking locks; those of other schemas are others. */
export function locks(sql: Sql, schema: string): Locks {
  const by = (lock: string) => {
    const statement = sql(`SELECT ${lock}(hashtextextended(name, 0)) FROM unnest(?::text[]) AS name`);
    return async (on: On, names: readonly (string | null)[]): Promise<void> => {
      const wanted = names.filter((name) => name !== null).map((name) => `countersign ${schema} ${name}`);
      if (wanted.length > 0) await on.all(statement, wanted);
    };
  };
  return { take: by('pg_advisory_xact_lock'), share: by('pg_advisory_xact_lock_shared') };
}

/** The history of a conversation. */
export function historyOf({ tenant, owner, conversation }: ConversationKey): string {
  return JSON.stringify(['history', tenant, owner, conversation]);
}

/** How many approvals of a conversation are pending. */
export function asksOf({ tenant, owner, conversation }: ConversationKey): string {
  return JSON.stringify(['asks', tenant, owner, conversation]);
}

/** How a run goes on. Admissions of its steps share it. */
export function runOf(tenant: string, id: string): string {
  return JSON.stringify(['run', tenant, id]);
}

/** Which approval of an action is pending or approved. */
export function actionOf({ tenant, action }: Pick<ApprovalRow, 'tenant' | 'action'>): string {
  return JSON.stringify(['action', tenant, action]);
}

/** A call that has no row yet. */
export function callOf({ tenant, owner, conversation, id }: CallKey): string {
  return JSON.stringify(['call', tenant, owner, conversation, id]);
}

/** Who holds an operation. */
export function operationOf(tenant: string, operation: string): string {
  return JSON.stringify(['operation', tenant, operation]);
}

/** What a limit counts. */
export function meterOf(tenant: string, key: string): string {
  return JSON.stringify(['meter', tenant, key]);
}

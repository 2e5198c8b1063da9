import assert from 'node:assert/strict';
import type { ApprovalRow, CallKey, CallRow, MeterRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { callRow, catalogueRow } from './store-rows.ts';

/** The tenants that the cases use. */
const tenants = ['acme', 'globex'];

/** Everything that the port shows of some calls, their operations, and every tenant's evidence, meters and approvals. */
export async function view(store: Store, calls: readonly CallRow[]): Promise<unknown> {
  const seen: unknown[] = [await store.currentKey(), await store.catalogues()];
  for (const call of calls) {
    const { catalogue, conversation, call: row } = await store.loadForDecision(call, catalogueRow.version);
    seen.push(catalogue, conversation, row);
    if (call.holds !== null) seen.push(await store.holder(call.tenant, call.holds));
  }
  for (const tenant of tenants) {
    seen.push(await store.evidence({ tenant, after: 0, limit: 1_000 }));
    seen.push(await metersOf(store, tenant), await approvalsIn(store, tenant));
  }
  return seen;
}

/** Runs `work`, which must refuse, and shows that nothing that the port shows of `calls` changed. */
export async function changesNothing<T>(
  store: Store,
  calls: readonly CallRow[],
  work: () => Promise<T>,
): Promise<T> {
  const before = await view(store, calls);
  const answer = await work();
  assert.deepEqual(await view(store, calls), before);
  return answer;
}

/** The row of a call, or null. */
export async function callOf(store: Store, key: CallKey): Promise<CallRow | null> {
  return (await store.loadForDecision(key, catalogueRow.version)).call;
}

/** How many records a tenant has. */
export async function recordsOf(store: Store, tenant: string): Promise<number> {
  return (await store.evidence({ tenant, after: 0, limit: 1_000 })).length;
}

/** What limits count for a tenant. */
export async function metersOf(store: Store, tenant: string): Promise<readonly MeterRow[]> {
  return store.meters({ tenant, after: '', limit: 1_000 });
}

/** What is pending or approved in a tenant, expired or not. */
export async function approvalsIn(store: Store, tenant: string): Promise<readonly ApprovalRow[]> {
  return store.approvals({ tenant, after: '', limit: 1_000, person: null, of: null });
}

/** The time of decisions. */
export async function timeOf(store: Store): Promise<number> {
  return (await store.loadForDecision(callRow(), catalogueRow.version)).now;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { BoundaryError } from '../errors.ts';

const ambient = new AsyncLocalStorage<string>();

/**
 * Runs `work` for one tenant: every session and every handle of a person used inside must belong to it, or what it is
 * asked for is `binding_mismatch`.
 * A queue worker takes the tenant from the job's own sealed context, never from what happens to be left over.
 */
export function withTenant<T>(tenant: string, work: () => T): T {
  if (typeof tenant !== 'string' || tenant.trim() === '') {
    throw new BoundaryError('context_invalid', 'withTenant: the tenant is missing or empty');
  }
  return ambient.run(tenant, work);
}

/** The tenant that the surrounding `withTenant` named, or null outside of any. */
export function ambientTenant(): string | null {
  return ambient.getStore() ?? null;
}

/** Whether something of a tenant may be done here: in its own `withTenant`, or outside of any where none is required. */
export function ambientAgrees(tenancy: 'explicit' | 'ambient', tenant: string): boolean {
  const named = ambientTenant();
  return named === null ? tenancy === 'explicit' : named === tenant;
}

import { ambientAgrees } from '../action/index.ts';
import type { Wiring } from '../wiring.ts';
import { misuse } from './misuse.ts';
import type { SessionState } from './session-state.ts';

/**
 * What a session does beside its calls, it does where the process works for its tenant: as the gate `binding` for calls.
 * Throws `context_invalid`.
 */
export function inOwnTenant({ tenancy }: Pick<Wiring, 'tenancy'>, { context }: SessionState): void {
  if (ambientAgrees(tenancy, context.tenant)) return;
  throw misuse('the process does not work for the tenant of this session here');
}

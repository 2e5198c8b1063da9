import type { Awaitable } from '../awaitable.ts';
import type { SubjectKey } from '../json/index.ts';
import type { Wiring } from '../wiring.ts';

/**
 * The key that a principal's names in evidence are made with: the one of that person's calls, so that what one person
 * did can be seen together, and erased together.
 */
export function personKey({ ring, keys }: Wiring, tenant: string, principal: string): Awaitable<SubjectKey> {
  return ring.of(tenant, keys.blind('countersign/person/v1', tenant, principal));
}

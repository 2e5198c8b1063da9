import type { Awaitable } from '../awaitable.ts';
import type { SubjectKey } from '../json/index.ts';
import type { Wiring } from '../wiring.ts';

/**
 * The key of one person: what names them in evidence is made with it, whether they act through a session or a gateway, so
 * that what one person did can be seen together, and erased together. It is found by a blinded name, so that a reader of
 * the database does not learn whose keys it holds.
 */
export function personKey({ ring, keys }: Wiring, tenant: string, person: string): Awaitable<SubjectKey> {
  return ring.of(tenant, keys.blind('countersign/person/v1', tenant, person));
}

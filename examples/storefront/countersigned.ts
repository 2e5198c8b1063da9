import {
  capability,
  type Context,
  createBoundary,
  type Outcome,
  resource,
  scope,
  type Store,
} from 'countersign';
import { z } from 'zod';
import type { Customer, OrderDesk } from './order-desk.ts';
import type { Shop } from './shop.ts';

const searchInput = z.object({ customer: z.string().optional() });
interface Searching {
  readonly context: Context;
  readonly input: z.infer<typeof searchInput>;
}

/** The capabilities of the order desk: what an agent may propose, what each is about, who may, and how often. */
function orderCapabilities(shop: Shop) {
  const order = resource({
    type: 'order',
    id: 'orderId',
    load: ({ tenant }, id) => shop.find(tenant, id),
    tenant: (found) => found.tenant,
    version: (found) => found.revision,
  });
  return [
    capability({
      name: 'orders.view',
      effect: 'read',
      input: z.object({ orderId: z.string() }),
      target: order,
      authorize: ({ context, target }) => target.customer === context.principal,
      execute: ({ context, target }) => shop.show(target, context.principal),
    }),
    capability({
      name: 'orders.search',
      effect: 'read',
      input: searchInput,
      // The set that is asked for is what is judged below, and exactly what is searched.
      target: scope({
        type: 'orders',
        filter: ({ context, input }: Searching) => ({
          tenant: context.tenant,
          customer: input.customer ?? context.principal,
        }),
      }),
      authorize: ({ context, target }) => target.customer === context.principal,
      execute: ({ context, target }) =>
        shop.search(target).map((found) => shop.show(found, context.principal)),
    }),
    capability({
      name: 'orders.cancel',
      effect: 'write',
      ask: 'never',
      input: z.object({ orderId: z.string() }),
      target: order,
      authorize: async ({ context, target }) =>
        target.customer === context.principal && (await shop.clearedByFraudDesk(target)),
      once: ({ target }) => ({ order: target.id, revision: target.revision }),
      execute: ({ target }) => shop.cancel(target),
    }),
  ] as const;
}

/** The same tools behind the boundary. */
export async function countersignedDesk(
  shop: Shop,
  { tenant, customer }: Customer,
  store: Store,
  key: Uint8Array,
) {
  const boundary = await createBoundary({ capabilities: orderCapabilities(shop), store, key });
  const session = boundary.session({ tenant, principal: customer, conversation: 'chat-1' });
  const desk: OrderDesk = {
    call: async (name, argumentsText, callId) => inWords(await session.call(name, argumentsText, { callId })),
  };
  return { boundary, desk };
}

/** The reason, and where it arose: a place in the arguments, else the gate that refused. */
function inWords(outcome: Outcome): string {
  if (outcome.kind !== 'denied') return outcome.kind;
  return `denied: ${outcome.reason} (${outcome.pointer ?? outcome.gate})`;
}

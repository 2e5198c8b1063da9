import {
  type BoundaryOptions,
  capability,
  type Context,
  createBoundary,
  type Denied,
  type Outcome,
  resource,
  scope,
} from 'countersign';
import { z } from 'zod';
import type { Carrier } from './carrier.ts';
import { olga } from './olga.ts';
import type { Customer, OrderDesk } from './order-desk.ts';
import { shipmentCapabilities } from './shipments.ts';
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
  { shop, carrier }: { readonly shop: Shop; readonly carrier: Carrier },
  { tenant, customer }: Customer,
  where: Pick<BoundaryOptions, 'store' | 'key' | 'clock'>,
) {
  const boundary = await createBoundary({
    capabilities: [...orderCapabilities(shop), ...shipmentCapabilities(shop, carrier)],
    directory: {
      principal: () => ({}), // nobody's rights are taken back in this example
      operator: (operator) => operator.tenant === tenant && operator.id === olga,
    },
    ...where,
  });
  const session = boundary.session({ tenant, principal: customer, conversation: 'chat-1' });
  const desk: OrderDesk = {
    call: async (name, argumentsText, callId) => inWords(await session.call(name, argumentsText, { callId })),
  };
  return { boundary, desk };
}

/** The reason, and where it arose: a place in the arguments, an end that nobody knows, else the gate that refused. */
function inWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'denied':
      return `denied: ${outcome.reason} (${outcome.pointer ?? unknownEnd(outcome) ?? outcome.gate})`;
    case 'throttled':
      return `throttled: ${outcome.limit}, ${minutes(outcome.retryAfter)}`;
    default:
      return outcome.kind;
  }
}

function unknownEnd({ detail }: Denied): string | undefined {
  return detail === 'indeterminate' ? detail : undefined;
}

function minutes(wait: number | null): string {
  return wait === null ? 'for good' : `for ${Math.ceil(wait / 60_000)} min`;
}

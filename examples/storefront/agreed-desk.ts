import { type Approver, type BoundaryOptions, capability, createBoundary, resource } from 'countersign';
import { z } from 'zod';
import { ana } from './captured.ts';
import type { Shop } from './shop.ts';

/** Who of the staff may agree to refunds, by account. */
const staff: ReadonlySet<string> = new Set(['rita', 'rita-admin', 'ron', 'ana-staff']);

/** The person behind an account that is not that person's own name. */
const persons: ReadonlyMap<string, string> = new Map([
  ['rita-admin', 'rita'],
  ['ana-staff', 'ana'],
]);

/** What people agree to: a cancellation that the customer confirms, a refund that two of the staff review. */
function agreedCapabilities(shop: Shop) {
  const order = resource({
    type: 'order',
    id: 'orderId',
    load: ({ tenant }, id) => shop.find(tenant, id),
    tenant: (found) => found.tenant,
    version: (found) => found.revision,
  });
  return [
    capability({
      name: 'orders.cancel',
      effect: 'write',
      ask: 'always',
      input: z.object({ orderId: z.string() }),
      target: order,
      authorize: ({ context, target }) => target.customer === context.principal,
      confirm: ({ target }) => ({ title: target.title, refund: target.cents }),
      once: ({ target }) => ({ cancel: target.id, revision: target.revision }),
      execute: ({ target }) => shop.cancel(target),
    }),
    capability({
      name: 'orders.refund',
      effect: 'write',
      ask: 'always',
      input: z.object({ orderId: z.string(), cents: z.int().min(1) }),
      target: order,
      authorize: ({ context, target, input }) =>
        target.customer === context.principal && input.cents <= target.cents,
      review: {
        facts: ({ target, input }) => ({ title: target.title, price: target.cents, refund: input.cents }),
        approvers: ({ approver }) => staff.has(approver.id),
        quorum: 2,
      },
      execute: ({ target, input }) => shop.refund(target, input.cents),
    }),
  ] as const;
}

/** The desk at which people agree. */
export async function agreedDesk(shop: Shop, where: Pick<BoundaryOptions, 'store' | 'key'>) {
  const { tenant, customer } = ana;
  const boundary = await createBoundary({
    capabilities: agreedCapabilities(shop),
    directory: {
      principal: () => ({}), // nobody's rights are taken back in this example
      personOf: ({ id }) => persons.get(id) ?? id,
    },
    ...where,
  });
  const session = boundary.session({ tenant, principal: customer, conversation: 'chat-2' });
  /** Whoever is signed in on the page where people answer. */
  const approver = (id: string): Approver => boundary.approver({ tenant, id });
  return { boundary, session, approver };
}

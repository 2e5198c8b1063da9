import { createBoundary } from '../../src/boundary.ts';
import { capability, jsonSchema } from '../../src/capability/index.ts';
import type { BoundaryOptions } from '../../src/options.ts';
import { resource } from '../../src/target/index.ts';
import { shop } from '../cli/shop.ts';

const cancel = capability({
  name: 'orders.cancel',
  effect: 'write',
  ask: 'always',
  input: jsonSchema<{ readonly orderId: string }>({
    type: 'object',
    properties: { orderId: { type: 'string' } },
    required: ['orderId'],
    additionalProperties: false,
  }),
  target: resource({ type: 'order', id: 'orderId', load: (_context, id) => ({ id }), key: ({ id }) => id }),
  authorize: () => true,
  review: {
    facts: ({ target }) => ({ order: target.id, total: '12.00 EUR' }),
    approvers: ({ approver }) => approver.id === 'rita',
  },
  execute: () => 'cancelled',
});

/** A shop with its database in a file, whose cancellations Rita reviews. */
export function askingShop(file: string, changed: Partial<BoundaryOptions> = {}): BoundaryOptions {
  return shop(file, {
    capabilities: [cancel],
    directory: { principal: () => ({}), approver: ({ id }) => id === 'rita' },
    ...changed,
  });
}

/** Ann's agent asks for a cancellation, always as the same call; answers what became of it. */
export async function askToCancel(file: string) {
  const boundary = await createBoundary(askingShop(file));
  try {
    const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c' });
    return await session.call('orders.cancel', { orderId: '4411' }, { callId: 'call-1' });
  } finally {
    await boundary.close();
  }
}

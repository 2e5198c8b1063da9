import { capability, jsonSchema } from '../../src/capability/index.ts';
import type { BoundaryOptions } from '../../src/options.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { resource } from '../../src/target/index.ts';

/** A master secret for tests. */
export const shopKey = 'a'.repeat(64);

const order = resource({
  type: 'order',
  id: 'orderId',
  load: (_context, id) => (id === '1' ? { id, customer: 'ann' } : null),
  key: (record) => record.id,
});

/** A capability on one order; only ann may. */
export function onOrder(name: string, effect: 'read' | 'write', execute: () => unknown = () => 'done') {
  return capability({
    name,
    effect,
    description: 'Does something to one order.',
    input: jsonSchema<{ orderId: string }>({
      type: 'object',
      properties: { orderId: { type: 'string' } },
      required: ['orderId'],
      additionalProperties: false,
    }),
    target: order,
    authorize: ({ context, target }) => target.customer === context.principal,
    once: ({ target }) => ({ order: target.id }),
    ask: 'never',
    execute,
  });
}

/** A sound configuration of a shop with its database in a file, in production. */
export function shop(file: string, changed: Partial<BoundaryOptions> = {}): BoundaryOptions {
  return {
    capabilities: [onOrder('orders.view', 'read'), onOrder('orders.cancel', 'write')],
    store: sqlite(file),
    key: shopKey,
    ...changed,
  };
}

import { z } from 'zod';
import { capability, createBoundary, jsonSchema, resource } from './built.ts';
import type { Store } from '../src/store/store.ts';

/** What the model proposes: 267 bytes of nested JSON. `request` is what makes one proposal another. */
export function proposal(request: number) {
  return {
    orderId: 'o-100042',
    request: String(request).padStart(10, '0'),
    reason: 'damaged goods',
    lines: [
      { sku: 'sku-1001', quantity: 2, marks: ['left corner', 'torn'] },
      { sku: 'sku-2002', quantity: 1, marks: [] },
    ],
    refund: { amount: 1999, currency: 'EUR', to: { kind: 'original' } },
    notify: true,
  };
}

type Refund = ReturnType<typeof proposal>;

const zodRefund = z.strictObject({
  orderId: z.string().max(40),
  request: z.string().length(10),
  reason: z.string().max(200),
  lines: z.array(
    z.strictObject({
      sku: z.string().max(40),
      quantity: z.int().min(1),
      marks: z.array(z.string().max(40)),
    }),
  ),
  refund: z.strictObject({
    amount: z.int().min(1),
    currency: z.enum(['EUR', 'USD']),
    to: z.strictObject({ kind: z.enum(['original', 'voucher']) }),
  }),
  notify: z.boolean(),
});

const object = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const text = (maxLength: number) => ({ type: 'string', maxLength });

const jsonRefund = jsonSchema<Refund>(
  object({
    orderId: text(40),
    request: { type: 'string', minLength: 10, maxLength: 10 },
    reason: text(200),
    lines: {
      type: 'array',
      items: object({
        sku: text(40),
        quantity: { type: 'integer', minimum: 1 },
        marks: { type: 'array', items: text(40) },
      }),
    },
    refund: object({
      amount: { type: 'integer', minimum: 1 },
      currency: { enum: ['EUR', 'USD'] },
      to: object({ kind: { enum: ['original', 'voucher'] } }),
    }),
    notify: { type: 'boolean' },
  }),
);

const orders = new Map([['o-100042', { id: 'o-100042', customer: 'ann', version: 7 }]]);
type Order = NonNullable<ReturnType<typeof orders.get>>;

const order = resource({
  type: 'order',
  id: 'orderId',
  load: (_context, id) => orders.get(id),
  key: (found: Order) => found.id,
  version: (found) => found.version,
});

const refund = {
  effect: 'write',
  ask: 'never',
  target: order,
  authorize: ({
    context,
    target,
  }: {
    readonly context: { readonly principal: string };
    readonly target: Order;
  }) => target.customer === context.principal,
  execute: ({ target }: { readonly target: Order }) => ({ refunded: target.id, version: target.version }),
} as const;

/** One write in three ways: with a zod schema, with JSON Schema, and declared to happen once per request. */
export const capabilities = [
  capability({ ...refund, name: 'orders.refund', input: jsonRefund }),
  capability({ ...refund, name: 'orders.refund-zod', input: zodRefund }),
  capability({
    ...refund,
    name: 'orders.refund-once',
    input: jsonRefund,
    once: ({ input }) => ({ request: input.request }),
  }),
] as const;

/** Who calls, in every measurement. */
export const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };

/** A boundary over the desk and one session of it. */
export async function openDesk(store: Store) {
  const boundary = await createBoundary({
    capabilities,
    store,
    mode: store.durable ? 'production' : 'development',
    key: 'ab'.repeat(32),
  });
  return { boundary, session: boundary.session(context) };
}

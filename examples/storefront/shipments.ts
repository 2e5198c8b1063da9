import { capability, resource } from 'countersign';
import { z } from 'zod';
import type { Carrier } from './carrier.ts';
import type { Shop } from './shop.ts';

/** An order's parcel, and the leg that it is on. */
export interface Shipment {
  readonly tenant: string;
  readonly customer: string;
  readonly parcel: string;
  readonly leg: number;
}

/** The parcel of an order. */
export function shipmentOf(shop: Shop, carrier: Carrier, tenant: string, id: string): Shipment | undefined {
  const order = shop.find(tenant, id);
  if (order === undefined) return undefined;
  const parcel = `${tenant}-${id}`;
  return { tenant, customer: order.customer, parcel, leg: carrier.legOf(parcel) };
}

/** The capabilities about parcels. Asking the carrier costs a fee, so it is a write, however much it reads like a read. */
export function shipmentCapabilities(shop: Shop, carrier: Carrier) {
  return [
    capability({
      name: 'shipments.refresh',
      effect: 'write',
      ask: 'never',
      input: z.object({ orderId: z.string() }),
      target: resource({
        type: 'shipment',
        id: 'orderId',
        load: ({ tenant }, id) => shipmentOf(shop, carrier, tenant, id),
        tenant: (found) => found.tenant,
        version: (found) => found.leg,
      }),
      authorize: ({ context, target }) => target.customer === context.principal,
      // A leg is looked up once, whoever asks, under whichever call id. The next leg is another operation.
      once: ({ target }) => ({ parcel: target.parcel, leg: target.leg }),
      limits: [
        {
          name: 'lookups',
          key: 'principal',
          shape: { kind: 'sliding_window', max: 3, every: 3_600_000 },
        },
      ],
      // The carrier charges an execution id once, so an operator can let a lookup run again that got no answer.
      execute: ({ target, executionId }) => carrier.locate(target.parcel, target.leg, executionId),
    }),
  ] as const;
}

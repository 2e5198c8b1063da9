import type { Customer, OrderDesk } from './order-desk.ts';
import type { Shop } from './shop.ts';

interface Arguments {
  readonly orderId: string;
  readonly customer?: string;
  readonly tenant_id?: string;
}

/** The tools as a first demo has them: the model's arguments are simply used. */
export function naiveDesk(shop: Shop, { tenant, customer }: Customer): OrderDesk {
  return {
    async call(name, argumentsText) {
      const args: Arguments = JSON.parse(argumentsText);
      if (name === 'orders.search') {
        const found = shop.search({ tenant, customer: args.customer ?? customer });
        for (const order of found) shop.show(order, customer);
        return 'done';
      }
      const order = shop.find(args.tenant_id ?? tenant, args.orderId);
      if (order === undefined) return 'error: no such order';
      if (name === 'orders.view') {
        shop.show(order, customer);
        return 'done';
      }
      if (!(await shop.clearedByFraudDesk(order))) return 'error: fraud desk';
      await shop.cancel(order);
      return 'done';
    },
  };
}

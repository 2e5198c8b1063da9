import { z } from 'zod';
import type { Customer, OrderDesk } from './order-desk.ts';
import type { Shop } from './shop.ts';

const searchArguments = z.object({ customer: z.string().optional() });
const orderArguments = z.object({ orderId: z.string() });

/**
 * The same tools by a careful developer: arguments validated, the tenant from the login, ownership and status checked
 * before every effect. Each line is right. What is missing stands between the lines.
 */
export function handSecuredDesk(shop: Shop, { tenant, customer }: Customer): OrderDesk {
  return {
    async call(name, argumentsText) {
      if (name === 'orders.search') {
        const args = searchArguments.safeParse(JSON.parse(argumentsText));
        if (!args.success) return 'refused: arguments';
        if (args.data.customer !== undefined && args.data.customer !== customer) return 'refused: not yours';
        for (const order of shop.search({ tenant, customer })) shop.show(order, customer);
        return 'done';
      }
      const args = orderArguments.safeParse(JSON.parse(argumentsText));
      if (!args.success) return 'refused: arguments';
      const order = shop.find(tenant, args.data.orderId);
      if (order === undefined) return 'refused: no such order';
      if (order.customer !== customer) return 'refused: not yours';
      if (name === 'orders.view') {
        shop.show(order, customer);
        return 'done';
      }
      if (order.status !== 'open') return 'refused: already cancelled';
      if (!(await shop.clearedByFraudDesk(order))) return 'refused: fraud desk';
      await shop.cancel(order);
      return 'done';
    },
  };
}

import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Context } from '../action/context.ts';
import { resource } from '../target/index.ts';
import { capability, type Capability } from './index.ts';

interface Order {
  readonly id: string;
  readonly cents: number;
  readonly placed: Date;
}

const order = resource({
  type: 'order',
  id: 'orderId',
  load: (): Order => ({ id: '1', cents: 1234, placed: new Date(0) }),
});
const input = z.object({ orderId: z.string(), note: z.string().optional() });
type Input = { orderId: string; note?: string | undefined };

test('facts, approvers and the question see arguments and target typed, whatever the order of members', () => {
  const refund = capability({
    ask: ({ target, input: args, context }) => {
      expectTypeOf(target).toEqualTypeOf<Order>();
      expectTypeOf(args).toEqualTypeOf<Input>();
      expectTypeOf(context).toEqualTypeOf<Context>();
      return target.cents > 1000;
    },
    confirm: ({ target, input: args, context }) => {
      expectTypeOf(target).toEqualTypeOf<Order>();
      expectTypeOf(args).toEqualTypeOf<Input>();
      expectTypeOf(context).toEqualTypeOf<Context>();
      return { order: target.id, cents: target.cents };
    },
    review: {
      quorum: 2,
      approvers: async ({ target, input: args, approver }) => {
        expectTypeOf(target).toEqualTypeOf<Order>();
        expectTypeOf(args).toEqualTypeOf<Input>();
        expectTypeOf(approver).toEqualTypeOf<{ readonly tenant: string; readonly id: string }>();
        return approver.id !== target.id;
      },
      facts: ({ target }) => ({ cents: target.cents }),
      ttl: 3_600_000,
    },
    execute: ({ target }) => target.cents,
    authorize: () => true,
    target: order,
    input,
    effect: 'write',
    name: 'refund',
  });
  expectTypeOf(refund).toExtend<Capability<'refund', Input, Order, number>>();
  const long = capability({
    name: 'cancel',
    effect: 'write',
    ask: 'always',
    input,
    target: order,
    authorize: () => true,
    confirm: {
      facts: ({ target, input: args }) => {
        expectTypeOf(target).toEqualTypeOf<Order>();
        expectTypeOf(args).toEqualTypeOf<Input>();
        return { order: target.id };
      },
      ttl: 60_000,
    },
    execute: () => 1,
  });
  expectTypeOf(long).toExtend<Capability<'cancel', Input, Order, number>>();
  expect([refund.name, long.name]).toEqual(['refund', 'cancel']);
});

test('asking that must not compile does not', () => {
  const base = {
    name: 'refund',
    effect: 'write',
    input,
    target: order,
    authorize: () => true,
    execute: () => 1,
  } as const;
  const facts = () => ({ a: 1 });
  const approvers = () => true;
  // @ts-expect-error orders have no total
  capability({ ...base, confirm: ({ target }) => ({ total: target.total }) });
  // @ts-expect-error a date is not plain JSON
  capability({ ...base, confirm: ({ target }) => ({ placed: target.placed }) });
  // @ts-expect-error facts are worked out at once
  capability({ ...base, confirm: async () => ({ a: 1 }) });
  // @ts-expect-error the person who asks is one
  capability({ ...base, confirm: { facts, quorum: 2 } });
  // @ts-expect-error others are shown something
  capability({ ...base, review: { approvers } });
  // @ts-expect-error somebody has to be entitled
  capability({ ...base, review: { facts } });
  // @ts-expect-error text is no answer
  capability({ ...base, review: { facts, approvers: () => 'yes' } });
  // @ts-expect-error no such word
  capability({ ...base, ask: 'sometimes', confirm: facts });
  // @ts-expect-error text is no answer
  capability({ ...base, confirm: facts, ask: () => 'yes' });
  expect(facts()).toEqual({ a: 1 });
});

import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import * as v from 'valibot';
import type { Context } from '../action/context.ts';
import { permit } from '../decision.ts';
import type { Limit } from '../limit/limit.ts';
import { contextTarget, resource, scope, target } from '../target/index.ts';
import { capability, type Capability, jsonSchema } from './index.ts';

interface Order {
  readonly id: string;
  readonly customer: string;
  readonly version: number;
}

const orders = new Map<string, Order>();
const find = (id: string): Promise<Order | undefined> => Promise.resolve(orders.get(id));
const order = resource({
  type: 'order',
  id: 'orderId',
  load: (_context, id) => find(id),
  version: (o) => o.version,
});
const input = z.object({ orderId: z.string(), note: z.string().optional() });

test('inference does not depend on the order of members, and a literal name stays literal', () => {
  const first = capability({
    name: 'orders.cancel',
    effect: 'write',
    ask: 'never',
    input,
    target: order,
    authorize: ({ context, target: found }) => found.customer === context.principal,
    once: ({ target: found }) => ({ order: found.id, version: found.version }),
    execute: ({ target: found, input: args, executionId }) => ({
      cancelled: true as const,
      found,
      args,
      executionId,
    }),
  });
  const last = capability({
    execute: ({ target: found, input: args, executionId }) => ({
      cancelled: true as const,
      found,
      args,
      executionId,
    }),
    once: ({ target: found }) => ({ order: found.id, version: found.version }),
    authorize: ({ context, target: found }) => found.customer === context.principal,
    target: order,
    input,
    ask: 'never',
    effect: 'write',
    name: 'orders.cancel',
  });
  expectTypeOf(first).toEqualTypeOf(last);
  expectTypeOf(first.name).toEqualTypeOf<'orders.cancel'>();
  expectTypeOf(first).toExtend<
    Capability<'orders.cancel', { orderId: string; note?: string | undefined }, Order, { cancelled: true }>
  >();
  expect(first.name).toBe('orders.cancel');
});

test('a capability without a target sees none, and any list of capabilities takes every capability', () => {
  const ping = capability({
    name: 'ping',
    effect: 'read',
    input: v.object({ host: v.string() }),
    version: '1',
    authorize: ({ target: found, input: args }) => {
      expectTypeOf(found).toEqualTypeOf<undefined>();
      expectTypeOf(args).toEqualTypeOf<{ host: string }>();
      return permit();
    },
    execute: async ({ input: args }) => args.host,
  });
  expectTypeOf(ping).toExtend<Capability>();
  expectTypeOf(ping).toExtend<Capability<'ping', { host: string }, undefined, string>>();
});

test('a target of a context, a set and the long form give their value to every function', () => {
  const own = capability({
    name: 'account.close',
    effect: 'write',
    ask: 'never',
    input: z.object({}),
    target: contextTarget({
      type: 'account',
      load: (context) => ({ owner: String(context.principal) }),
      identity: (account) => ({ owner: account.owner }),
    }),
    authorize: ({ target: found }) => {
      expectTypeOf(found).toEqualTypeOf<{ owner: string }>();
      return true;
    },
    execute: ({ target: found }) => found.owner,
  });
  const search = capability({
    name: 'orders.search',
    effect: 'read',
    input: z.object({ status: z.string(), page: z.int().optional() }),
    target: scope({
      type: 'orders',
      filter: (seen: { context: Context; input: { status: string } }) => ({
        tenant: String(seen.context.tenant),
        status: seen.input.status,
      }),
    }),
    authorize: ({ target: found }) => found.tenant !== '',
    execute: ({ target: found }) => found.status,
  });
  const transfer = capability({
    name: 'transfer',
    effect: 'write',
    ask: 'never',
    input: z.object({ from: z.string(), to: z.string() }),
    target: target({
      type: 'transfer',
      load: (seen: { context: Context; input: { from: string; to: string } }) => ({
        pair: [seen.input.from, seen.input.to],
      }),
      identity: (value) => ({ pair: value.pair }),
    }),
    authorize: ({ target: found }) => found.pair.length === 2,
    execute: () => 1,
  });
  const unannotated = capability({
    name: 'orders.list',
    effect: 'read',
    input: z.object({ status: z.string().optional() }),
    target: scope({
      type: 'orders',
      filter: ({ context, input: args }) => {
        expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        return { tenant: String(context.tenant) };
      },
    }),
    authorize: ({ target: found }) => found.tenant === 'acme',
    execute: () => 1,
  });
  expect([own.name, search.name, transfer.name, unannotated.name]).toHaveLength(4);
});

test('JSON Schema takes the type of its arguments as it is told', () => {
  const typed = capability({
    name: 'typed',
    effect: 'read',
    input: jsonSchema<{ readonly orderId: string }>({
      type: 'object',
      properties: { orderId: { type: 'string' } },
    }),
    target: order,
    authorize: ({ input: args, target: found }) => args.orderId === found.id,
    execute: () => 1,
  });
  expect(typed.name).toBe('typed');
});

interface Bill {
  readonly id: string;
  readonly cents: number;
}

test('functions of limits see the arguments and the target, whatever the order of members', () => {
  const bill = resource({
    type: 'bill',
    id: 'orderId',
    load: (): Bill => ({ id: '1', cents: 1234 }),
  });
  const everywhere: Limit = {
    name: 'all',
    shape: { kind: 'sliding_window', max: 5, every: 60_000 },
    key: 'principal',
  };
  const pay = capability({
    limits: [
      everywhere,
      { name: 'calls', shape: { kind: 'budget', max: 3 }, key: ({ input: { orderId } }) => ({ orderId }) },
      {
        name: 'spend',
        shape: { kind: 'fixed_window', max: 100_000, every: 'day', timeZone: 'Europe/Amsterdam' },
        meter: 'value',
        scale: 2,
        units: ({ target: found }) => {
          expectTypeOf(found).toEqualTypeOf<Bill>();
          return found.cents;
        },
        key: ({ input: args, context }) => {
          expectTypeOf(args).toEqualTypeOf<{ orderId: string; note?: string | undefined }>();
          expectTypeOf(context).toEqualTypeOf<Context>();
          return { order: args.orderId };
        },
      },
      { name: 'tries', shape: { kind: 'budget', max: 9 }, meter: 'proposals', key: 'conversation' },
      {
        name: 'each',
        shape: { kind: 'token_bucket', max: 2, refill: 1, every: 1000 },
        meter: 'successes',
        key: 'tenant',
      },
      {
        name: 'refused',
        shape: { kind: 'fixed_window', max: 2, every: 1000 },
        meter: 'denied_targets',
        key: ({ context }) => (context.agent === null ? null : { agent: String(context.agent) }),
      },
    ],
    execute: ({ target: found }) => found.cents,
    transactional: true,
    authorize: () => true,
    target: bill,
    input,
    ask: 'never',
    effect: 'write',
    name: 'pay',
  });
  expectTypeOf(pay).toExtend<
    Capability<'pay', { orderId: string; note?: string | undefined }, Bill, number>
  >();
  expect(pay.name).toBe('pay');
});

test('limits that must not compile do not', () => {
  const base = { name: 'pay', effect: 'read', input, authorize: () => true, execute: () => 1 } as const;
  const shape = { kind: 'budget', max: 5 } as const;
  capability({
    ...base,
    target: order,
    limits: [
      // @ts-expect-error orders have no cents
      { name: 'a', shape, meter: 'value', scale: 2, key: 'tenant', units: ({ target: t }) => t.cents },
    ],
  });
  capability({
    ...base,
    target: order,
    // @ts-expect-error nothing is known of a target when a proposal is counted
    limits: [{ name: 'a', shape, meter: 'proposals', key: ({ target: found }) => ({ order: found.id }) }],
  });
  // @ts-expect-error nothing is known of a target when a proposal is counted
  capability({ ...base, limits: [{ name: 'a', shape, meter: 'proposals', key: 'target' }] });
  // @ts-expect-error amounts have a scale
  capability({ ...base, limits: [{ name: 'a', shape, meter: 'value', key: 'tenant', units: 1 }] });
  // @ts-expect-error amounts have units
  capability({ ...base, limits: [{ name: 'a', shape, meter: 'value', scale: 2, key: 'tenant' }] });
  // @ts-expect-error units of what is counted outside of admission are not the application's
  capability({ ...base, limits: [{ name: 'a', shape, meter: 'denials', key: 'tenant', units: 1 }] });
  // @ts-expect-error a limit is kept per something
  capability({ ...base, limits: [{ name: 'a', shape }] });
  // @ts-expect-error text is no number of units
  capability({ ...base, limits: [{ name: 'a', shape, key: 'tenant', units: () => '5' }] });
  // @ts-expect-error a key is an object, so that its parts have names
  capability({ ...base, limits: [{ name: 'a', shape, key: () => 'tenant' }] });
  const daily = { kind: 'sliding_window', max: 5, every: 'day' } as const;
  // @ts-expect-error a sliding window has no calendar
  capability({ ...base, limits: [{ name: 'a', shape: daily, key: 'tenant' }] });
  expect(shape.max).toBe(5);
});

test('what must not compile does not', () => {
  const base = { effect: 'read', authorize: () => true, execute: () => 1 } as const;
  const wrongKey = resource({ type: 'order', id: 'ordrId', load: (_context, id) => find(id) });
  // @ts-expect-error the id names no argument
  capability({ ...base, name: 'a', input: z.object({ orderId: z.string() }), target: wrongKey });
  // @ts-expect-error the argument may be missing
  capability({ ...base, name: 'b', input: z.object({ orderId: z.string().optional() }), target: order });
  // @ts-expect-error the argument is neither string nor number
  capability({ ...base, name: 'c', input: z.object({ orderId: z.array(z.string()) }), target: order });
  // @ts-expect-error text is no permission
  capability({ name: 'f', effect: 'read', input: z.object({}), authorize: () => 'yes', execute: () => 1 });
  const unknownRole = { amount: 'money' } as const;
  // @ts-expect-error no such role
  capability({ ...base, name: 'g', input: z.object({ amount: z.int() }), roles: unknownRole });
  expect(wrongKey.argument).toBe('ordrId');
});

import {
  type BoundaryOptions,
  type Capability,
  capability,
  type Context,
  createBoundary,
  jsonSchema,
  type Outcome,
  resource,
  scope,
} from '../src/index.ts';
import { randomIds } from '../src/ids.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { fakeClock } from '../src/testing/index.ts';

/** An order as the desk's own database has it. */
export interface Order {
  id: string;
  tenant: string;
  customer: string;
  version: number;
  status: 'open' | 'cancelled';
}

/** Everything that happens during a test, in order, so that a test can say what ran and what did not. */
export interface Desk {
  readonly orders: Map<string, Order>;
  readonly effects: string[];
  /** Called by loads, before they answer, with how many loads there were. A promise is waited for. */
  onLoad: (count: number) => void | Promise<void>;
  /** Replaces what `orders.cancel` does. */
  cancel: (order: Order, executionId: string, signal: AbortSignal) => unknown;
  /** Replaces what `orders.note` does. */
  note: (order: Order, input: { readonly note: string }) => unknown;
  /** Replaces who may act. */
  authorize: (order: Order, principal: string) => unknown;
}

/** A fresh desk with two customers of one tenant and one of another. */
export function newDesk(): Desk {
  const order = (id: string, tenant: string, customer: string): Order => ({
    id,
    tenant,
    customer,
    version: 1,
    status: 'open',
  });
  const desk: Desk = {
    orders: new Map(
      [order('o-1', 'acme', 'ann'), order('o-2', 'acme', 'bob'), order('o-9', 'other', 'zoe')].map((one) => [
        one.id,
        one,
      ]),
    ),
    effects: [],
    onLoad: () => {},
    cancel: (order, executionId) => {
      order.status = 'cancelled';
      desk.effects.push(`cancel ${order.id} ${executionId}`);
      return { cancelled: order.id };
    },
    note: (order, input) => {
      desk.effects.push(`note ${order.id} ${JSON.stringify(input)}`);
      return undefined;
    },
    authorize: (order, principal) => order.customer === principal,
  };
  return desk;
}

const orderArguments = jsonSchema<{ readonly orderId: string }>({
  type: 'object',
  properties: { orderId: { type: 'string', maxLength: 40 } },
  required: ['orderId'],
});

/** The desk's capabilities: a read, a scope, a write that happens once, a write without `once`. */
export function deskCapabilities(desk: Desk) {
  let loads = 0;
  const order = resource({
    type: 'order',
    id: 'orderId',
    load: ({ tenant }, id: string) => {
      loads += 1;
      const find = () => {
        const found = desk.orders.get(id);
        return found?.tenant === tenant ? found : null;
      };
      const wait = desk.onLoad(loads);
      return wait instanceof Promise ? wait.then(find) : find();
    },
    key: (found) => found.id,
    version: (found) => found.version,
  });
  const own = ({ context, target }: { context: { principal: string }; target: Order }) =>
    desk.authorize(target, context.principal) as boolean;
  return [
    capability({
      name: 'orders.view',
      effect: 'read',
      input: orderArguments,
      target: order,
      authorize: own,
      execute: ({ target }) => {
        desk.effects.push(`view ${target.id}`);
        return { id: target.id, status: target.status };
      },
    }),
    capability({
      name: 'orders.search',
      effect: 'read',
      input: jsonSchema<{ readonly status?: string }>({
        type: 'object',
        properties: { status: { enum: ['open', 'cancelled'] } },
      }),
      target: scope({
        type: 'orders',
        filter: ({ context, input }: { context: Context; input: { readonly status?: string } }) => ({
          tenant: context.tenant,
          customer: context.principal,
          status: input.status ?? 'open',
        }),
      }),
      authorize: () => true,
      execute: ({ target }) =>
        [...desk.orders.values()]
          .filter((one) => Object.entries(target).every(([key, value]) => one[key as keyof Order] === value))
          .map(({ id }) => id),
    }),
    capability({
      name: 'orders.cancel',
      effect: 'write',
      ask: 'never',
      input: orderArguments,
      target: order,
      authorize: own,
      once: ({ target }) => ({ order: target.id, version: target.version }),
      execute: ({ target, executionId, signal }) => desk.cancel(target, executionId, signal),
    }),
    capability({
      name: 'orders.note',
      effect: 'write',
      ask: 'never',
      input: jsonSchema<{ readonly orderId: string; readonly note: string; readonly loud?: boolean }>({
        type: 'object',
        properties: {
          orderId: { type: 'string' },
          note: { type: 'string' },
          loud: { type: 'boolean', default: false },
        },
        required: ['orderId', 'note'],
      }),
      target: order,
      authorize: own,
      execute: ({ target, input }) => desk.note(target, input),
    }),
  ] as const;
}

/** A boundary over the desk, in memory, on a clock that stands still. */
export async function openDesk(options: Partial<BoundaryOptions> = {}, desk: Desk = newDesk()) {
  const clock = fakeClock();
  const boundary = await createBoundary<readonly Capability[]>({
    capabilities: deskCapabilities(desk),
    store: sqlite(':memory:'),
    mode: 'development',
    clock,
    ids: randomIds,
    say: () => {},
    key: 'ab'.repeat(32),
    ...options,
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  return { boundary, session, desk, clock };
}

/** The tenant's evidence as plain values, oldest first. */
export async function evidenceOf(
  boundary: Awaited<ReturnType<typeof openDesk>>['boundary'],
  tenant = 'acme',
): Promise<{ type: string; at: number; body: Record<string, unknown>; authentic: boolean }[]> {
  const records = [];
  for await (const { type, at, body, authentic } of boundary.evidence(tenant))
    records.push({ type, at, body, authentic });
  return records;
}

/** The reason of a denial; fails loudly on any other outcome. */
export function reasonOf(outcome: Outcome): string {
  return outcome.kind === 'denied' ? outcome.reason : `not denied but ${outcome.kind}`;
}

/** Lets everything go on that can go on without time passing. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Something that happens when a test says so. */
export function held<T = unknown>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve = (_: T) => {};
  let reject = (_: unknown) => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

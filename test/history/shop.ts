import {
  type BoundaryOptions,
  type Capability,
  capability,
  createBoundary,
  EffectNotPerformed,
  type Directory,
  jsonSchema,
  type Outcome,
  resource,
} from '../../src/index.ts';
import type { Json } from '../../src/json/json.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';

/** What an executor of the shop does instead of what it should. */
export type Mishap = 'not_performed' | 'throws' | 'denied';

/** A shop whose capabilities come after one another, what happened in it, and what a test changes. */
export interface Shop {
  readonly effects: string[];
  /** By capability. */
  readonly mishaps: Map<string, Mishap>;
  /** What `orders.view` returns. */
  view: (orderId: string) => unknown;
  /** Called by every authorizer, before it answers, with its capability. */
  onJudge: (capability: string) => void | Promise<void>;
  /** Called by every executor, before it does anything, with its capability. */
  onEffect: (capability: string) => void | Promise<void>;
}

export function newShop(): Shop {
  return {
    effects: [],
    mishaps: new Map(),
    view: (orderId) => ({ id: orderId, version: 3, total: { amount: 4_200 } }),
    onJudge: () => {},
    onEffect: () => {},
  };
}

const order = jsonSchema<{ readonly orderId: string }>({
  type: 'object',
  properties: { orderId: { type: 'string' } },
  required: ['orderId'],
  additionalProperties: false,
});
/** Arguments of any kind, so that a test can name what nobody returned. */
const loose = jsonSchema<{ readonly orderId?: Json; readonly amount?: Json }>({
  type: 'object',
  properties: { orderId: {}, amount: {} },
  additionalProperties: false,
});

/**
 * View, then cancel, which may not be shipped any more; a refund of what was viewed, at most twice; a receipt after a
 * refund; a look that is a read and has rules of its own; and a transfer that is confirmed.
 */
export function shopCapabilities(shop: Shop): readonly Capability[] {
  const may = (name: string) => async () => {
    await shop.onJudge(name);
    return shop.mishaps.get(name) !== 'denied';
  };
  const does = async (name: string, what: unknown, result: unknown) => {
    await shop.onEffect(name);
    const mishap = shop.mishaps.get(name);
    if (mishap === 'not_performed') throw new EffectNotPerformed('out of paper');
    shop.effects.push(`${name} ${String(what)}`);
    if (mishap === 'throws') throw new Error('the line went dead');
    return result as Json;
  };
  const read = (name: string, sequence?: object) =>
    capability({
      name,
      effect: 'read',
      input: order,
      authorize: may(name),
      ...(sequence === undefined ? {} : { sequence }),
      execute: async ({ input: { orderId } }) => does(name, orderId, shop.view(orderId)),
    });
  const write = (name: string, sequence?: object) =>
    capability({
      name,
      effect: 'write',
      ask: 'never',
      input: loose,
      authorize: may(name),
      ...(sequence === undefined ? {} : { sequence }),
      execute: async ({ input: { orderId } }) => does(name, orderId, { done: orderId ?? null }),
    });
  return [
    read('orders.view'),
    read('orders.look', { after: ['orders.view'], atMost: 2 }),
    write('orders.cancel', { after: [{ capability: 'orders.view', bind: { orderId: '/id' } }] }),
    write('orders.ship', { notAfter: ['orders.cancel'] }),
    write('orders.refund', {
      after: [{ capability: 'orders.view', bind: { amount: '/total/amount', orderId: '/id' } }],
      atMost: 2,
    }),
    write('orders.receipt', { after: ['orders.refund'] }),
    write('orders.note'),
    write('orders.tip', { atMost: 3 }),
    capability({
      name: 'orders.transfer',
      effect: 'write',
      ask: 'always',
      input: order,
      target: resource({
        type: 'order',
        id: 'orderId',
        load: (_context, id: string) => ({ id }),
        key: ({ id }) => id,
      }),
      authorize: may('orders.transfer'),
      confirm: ({ input }) => ({ order: input.orderId }),
      execute: async ({ input: { orderId } }) => does('orders.transfer', orderId, { transferred: orderId }),
    }),
  ];
}

export const shopKey = 'ab'.repeat(32);
/** Whom the shop knows, unless a test says otherwise: everybody. */
export const shopDirectory: Directory = { principal: () => ({}), approver: () => true, operator: () => true };

/** A boundary over a shop, in memory, on a clock that stands still, and a session of Ann's. */
export async function openShop(
  change: Partial<Omit<BoundaryOptions, 'capabilities'>> = {},
  shop: Shop = newShop(),
) {
  const clock = fakeClock();
  const boundary = await createBoundary<readonly Capability[]>({
    store: sqlite(':memory:'),
    mode: 'development',
    key: shopKey,
    clock,
    say: () => {},
    directory: shopDirectory,
    ...change,
    capabilities: shopCapabilities(shop),
  });
  const sessionOf = (principal = 'ann', conversation = 'c-1', more: object = {}) =>
    boundary.session({ tenant: 'acme', principal, conversation, ...more });
  const guestOf = (principal: string, host = 'ann', conversation = 'c-1') =>
    boundary.session({ tenant: 'acme', principal, conversation }, { sharedBy: host });
  const operator = boundary.operator({ tenant: 'acme', id: 'olga' });
  const session = sessionOf();
  /** Agrees as a person to what is pending. */
  const agree = async (outcome: Outcome, id = 'ann') => {
    if (outcome.kind !== 'pending') throw new Error(`not pending but ${ended(outcome)}`);
    const { approvals } = boundary.approver({ tenant: 'acme', id });
    const answer = await approvals.approve(outcome.approvalId, { digest: outcome.actionDigest });
    if (answer.kind === 'refused') throw new Error(`refused: ${answer.reason}`);
  };
  return { boundary, clock, session, sessionOf, guestOf, operator, agree, shop };
}

/** How a call ended: its kind, or why it was denied and which rule was broken. */
export function ended(outcome: Outcome): string {
  if (outcome.kind !== 'denied') return outcome.kind;
  return outcome.reason === 'order_rule' ? `order_rule: ${outcome.detail}` : outcome.reason;
}

/** The execution id of a call whose end nobody knows. */
export function lostIn(outcome: Outcome): string {
  if (outcome.kind !== 'indeterminate') throw new Error(`not indeterminate but ${ended(outcome)}`);
  return outcome.executionId;
}

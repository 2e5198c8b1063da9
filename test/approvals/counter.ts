import {
  type BoundaryOptions,
  type Capability,
  capability,
  createBoundary,
  type Directory,
  jsonSchema,
  type Outcome,
  resource,
} from '../../src/index.ts';
import type { ApprovalDetail, ApproverRefusal } from '../../src/people/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';

/** An order as the counter's own database has it. */
export interface Order {
  id: string;
  customer: string;
  version: number;
  total: number;
}

/** What a test changes to see what follows, and what happened. */
export interface Counter {
  readonly orders: Map<string, Order>;
  readonly effects: string[];
  /** Who may approve refunds, by account. */
  readonly reviewers: Set<string>;
  /** Accounts that the directory knows as approvers. */
  readonly offices: Set<string>;
  /** The person behind an account, where it is not that of its own name; null: nobody. */
  readonly persons: Map<string, string | null>;
  /** Replaces what `approvers` of the refund answers. */
  approvers: (id: string, order: Order) => unknown;
  /** Called by every load, before it answers. */
  onLoad: () => void | Promise<void>;
  authorize: (order: Order, principal: string) => unknown;
}

/** A counter with two orders of Ann's. Rita, Ron and Uma may approve refunds; Ann and Rita have two accounts each. */
export function newCounter(): Counter {
  const counter: Counter = {
    orders: new Map(
      ['o-1', 'o-2', 'o-3'].map((id) => [id, { id, customer: 'ann', version: 1, total: 4200 }]),
    ),
    effects: [],
    reviewers: new Set(['rita', 'rita-admin', 'ron', 'uma', 'ann-admin', 'robot', 'sue', 'olaf']),
    offices: new Set(['rita', 'rita-admin', 'ron', 'ann-admin', 'robot', 'clerk']),
    persons: new Map([
      ['ann-admin', 'ann'],
      ['rita-admin', 'rita'],
      ['agent-7', 'olaf'],
      ['robot', null],
      ['importer', null],
    ]),
    approvers: (id) => counter.reviewers.has(id),
    onLoad: () => {},
    authorize: (order, principal) => order.customer === principal,
  };
  return counter;
}

/** The directory of a counter. */
export function directoryOf(counter: Counter): Directory {
  return {
    principal: () => ({}),
    approver: ({ id }) => counter.offices.has(id),
    personOf: ({ id }) => (counter.persons.has(id) ? (counter.persons.get(id) ?? null) : id),
    operator: ({ id }) => id === 'olga',
  };
}

/**
 * A cancellation that who asks confirms, and a refund that two others review; both of an order that is loaded. `version`:
 * of the refund.
 */
export function counterCapabilities(counter: Counter, version = '1') {
  const order = resource({
    type: 'order',
    id: 'orderId',
    load: async (_context, id: string) => {
      await counter.onLoad();
      return counter.orders.get(id) ?? null;
    },
    key: (found) => found.id,
    version: (found) => found.version,
  });
  const authorize = ({ context, target }: { context: { principal: string }; target: Order }) =>
    counter.authorize(target, context.principal) as boolean;
  return [
    capability({
      name: 'orders.cancel',
      effect: 'write',
      ask: 'always',
      input: jsonSchema<{ readonly orderId: string; readonly note?: string }>({
        type: 'object',
        properties: { orderId: { type: 'string' }, note: { type: 'string' } },
        required: ['orderId'],
        additionalProperties: false,
      }),
      target: order,
      authorize,
      confirm: ({ target }) => ({ order: target.id, total: target.total }),
      execute: ({ target, executionId }) => {
        counter.effects.push(`cancel ${target.id} ${executionId}`);
        return { cancelled: target.id };
      },
    }),
    capability({
      name: 'orders.refund',
      version,
      effect: 'write',
      ask: 'always',
      input: jsonSchema<{ readonly orderId: string; readonly amount: number }>({
        type: 'object',
        properties: { orderId: { type: 'string' }, amount: { type: 'integer' } },
        required: ['orderId', 'amount'],
        additionalProperties: false,
      }),
      target: order,
      authorize,
      review: {
        facts: ({ target, input }) => ({ order: target.id, total: target.total, refund: input.amount }),
        approvers: ({ approver, target }) => counter.approvers(approver.id, target) as boolean,
        quorum: 2,
      },
      execute: ({ target, input, executionId }) => {
        counter.effects.push(`refund ${target.id} ${input.amount} ${executionId}`);
        return { refunded: input.amount };
      },
    }),
  ] as const;
}

/** A boundary over a counter, in memory, on a clock that stands still; Ann is the one who asks. */
export async function openCounter(options: Partial<BoundaryOptions> = {}, counter: Counter = newCounter()) {
  const clock = fakeClock();
  const boundary = await createBoundary<readonly Capability[]>({
    capabilities: counterCapabilities(counter),
    store: sqlite(':memory:'),
    mode: 'development',
    clock,
    directory: directoryOf(counter),
    say: () => {},
    key: 'ab'.repeat(32),
    ...options,
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const as = (id: string) => boundary.approver({ tenant: 'acme', id }).approvals;
  const cancel = (orderId = 'o-1', callId = `cancel ${orderId}`) =>
    session.call('orders.cancel', { orderId }, { callId });
  const refund = (amount = 100, callId = `refund ${amount}`) =>
    session.call('orders.refund', { orderId: 'o-1', amount }, { callId });
  return { boundary, session, counter, clock, as, cancel, refund };
}

/** What waits for people after a call; fails loudly on any other outcome. */
export function pendingOf(outcome: Outcome) {
  if (outcome.kind !== 'pending') throw new Error(`not pending but ${outcome.kind}`);
  return { ...outcome, id: outcome.approvalId, seen: { digest: outcome.actionDigest } };
}

/** What an approver was shown; fails loudly on a refusal. */
export function shownIn(
  answer: { readonly kind: 'shown'; readonly approval: ApprovalDetail } | ApproverRefusal,
): ApprovalDetail {
  if (answer.kind !== 'shown') throw new Error(`not shown but ${answer.reason}`);
  return answer.approval;
}

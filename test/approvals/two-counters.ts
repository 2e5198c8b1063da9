import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  type Awaitable,
  capability,
  jsonSchema,
  type Outcome,
  resource,
  type Store,
} from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock, type PausePoint, withPausePoints } from '../../src/testing/index.ts';
import { approvalContradictions } from '../approval-contradictions.ts';
import { type Act, quorum, ttl } from './approval-model.ts';
import { newCounter, openCounter } from './counter.ts';
import { toldIn } from './told-in.ts';

const key = 'ab'.repeat(32);

/**
 * Two boundaries of one application on one database, as two processes have them, and one clock. Ann asks for refunds of
 * one order; two persons have to agree. `pause` is waited for at every pause point of either store.
 */
export async function openTwo(pause: (point: PausePoint) => Awaitable<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-two-'));
  const file = join(folder, 'app.db');
  const clock = fakeClock();
  const counter = newCounter();
  const order = resource({
    type: 'order',
    id: 'orderId',
    load: (_context, id: string) => counter.orders.get(id) ?? null,
    key: (found) => found.id,
  });
  const refund = capability({
    name: 'orders.refund',
    effect: 'write',
    ask: 'always',
    input: jsonSchema<{ readonly orderId: string }>({
      type: 'object',
      properties: { orderId: { type: 'string' } },
      required: ['orderId'],
      additionalProperties: false,
    }),
    target: order,
    authorize: () => true,
    review: {
      facts: ({ target }) => ({ order: target.id }),
      approvers: ({ approver }) => counter.reviewers.has(approver.id),
      quorum,
      ttl,
    },
    // Longer than all that anybody waits.
    deadline: 3_600_000,
    execute: ({ executionId }) => {
      counter.effects.push(executionId);
      return { refunded: true };
    },
  });
  const stores: Store[] = [];
  const open = async () => {
    const store = sqlite(file, { synchronous: 'NORMAL' });
    stores.push(store);
    const asks = { pendingPerConversation: 100, perPrincipalAndHour: 1_000 };
    return openCounter(
      { capabilities: [refund], store: withPausePoints(store, pause), clock, asks },
      counter,
    );
  };
  const [one, two] = [await open(), await open()];
  const both = [one, two] as const;
  const database = new Database(file, { readonly: true });
  const records = database
    .prepare<[], number>("SELECT count(*) FROM countersign_evidence WHERE tenant = 'acme'")
    .pluck();
  const moment = (): Moment => ({ records: records.get() ?? 0, now: clock.now() });
  const times: Moment[] = [moment()];

  return {
    now: () => clock.now(),
    effects: counter.effects,
    moment,
    /** Every time there was, and how many records there were when it came. */
    times,
    /** Lets time pass; timers do not notice. */
    wait(time: number): void {
      clock.set(clock.now() + time);
      times.push(moment());
    },
    /** What is on record, and how the approval of an id stood after each record. */
    told: (id: string) => toldIn({ store: stores[0]!, boundary: one.boundary, key }, id),
    /** Sends a call at one of the two. */
    call: (at: 0 | 1, callId: string) =>
      both[at].session.call('orders.refund', { orderId: 'o-1' }, { callId }),
    /** Answers at one of the two; what it came to, as the model says it. */
    async act(at: 0 | 1, { how, by }: Act, { id, digest }: AskedFor): Promise<string> {
      const approvals = both[at].as(by);
      const reason = 'so it is';
      const answer =
        how === 'revoke' || how === 'lift'
          ? await approvals[how](id, { reason })
          : await approvals[how](id, { digest });
      return answer.kind === 'refused' ? `refused ${answer.reason}` : `${answer.status} ${answer.votes}`;
    },
    /** An operator takes back everything that waits; answers how many. */
    async withdraw(at: 0 | 1): Promise<number> {
      const { approvals } = both[at].boundary.operator({ tenant: 'acme', id: 'olga' });
      const answer = await approvals.revoke({ all: true, reason: 'stop' });
      if (answer.kind === 'refused') throw new Error(answer.reason);
      return answer.count;
    },
    /** As `approvalContradictions` has it. */
    contradictions: () =>
      approvalContradictions({
        file,
        key,
        store: stores[0]!,
        boundary: one.boundary,
        effects: counter.effects,
      }),
    async close() {
      database.close();
      for (const { boundary } of both) await boundary.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** How much is on record, and what time it is. */
export interface Moment {
  readonly records: number;
  readonly now: number;
}

/** Which approval is answered. */
export interface AskedFor {
  readonly id: string;
  readonly digest: string;
}

/** How an outcome reads: its kind, or why it was denied. */
export function saidOf(outcome: Outcome): string {
  return outcome.kind === 'denied' ? outcome.reason : outcome.kind;
}

/** Lets the turn of the event loop end: what a connection reads in one turn is of one moment. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

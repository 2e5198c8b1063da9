import { expect, test } from 'vitest';
import { Action, capability, createBoundary, jsonSchema, resource } from '../src/index.ts';
import { digest } from '../src/json/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';

test('the action that is judged, keyed, executed, digested and on record is one frozen value [D-001, V-073]', async () => {
  const judged: unknown[] = [];
  const keyed: unknown[] = [];
  const executed: unknown[] = [];
  const order = { id: 'o-1', version: 4 };
  const pay = capability({
    name: 'orders.pay',
    effect: 'write',
    ask: 'never',
    input: jsonSchema<{ readonly orderId: string; readonly cents: number; readonly currency?: string }>({
      type: 'object',
      properties: {
        orderId: { type: 'string' },
        cents: { type: 'integer' },
        currency: { type: 'string', default: 'EUR' },
      },
      required: ['orderId', 'cents'],
    }),
    target: resource({ type: 'order', id: 'orderId', load: () => order, version: (found) => found.version }),
    authorize: ({ input, target }) => {
      judged.push(input, target);
      return true;
    },
    once: ({ input, target }) => {
      keyed.push(input, target);
      return { order: target.id };
    },
    execute: ({ input, target, executionId }) => {
      executed.push(input, target);
      return executionId;
    },
  });
  const boundary = await createBoundary({
    capabilities: [pay],
    store: sqlite(':memory:'),
    mode: 'development',
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const proposed = { orderId: 'o-1', cents: -0 };
  const outcome = await session.call('orders.pay', proposed, { callId: 'call-1' });
  if (outcome.kind !== 'executed') throw new Error(outcome.message);

  const [input] = executed;
  expect(input).toEqual({ orderId: 'o-1', cents: 0, currency: 'EUR' });
  expect(Object.is((input as { cents: number }).cents, 0)).toBe(true);
  expect(Object.isFrozen(input)).toBe(true);
  // Judged at the check and again before the effect, keyed and executed: the same object each time.
  expect(judged).toEqual([input, order, input, order]);
  expect([...judged, ...keyed].filter((_, place) => place % 2 === 0).every((one) => one === input)).toBe(
    true,
  );

  const schema = boundary.catalogue.capabilities[0]!.schema.digest;
  const action = Action.bound({
    constants: {
      capability: 'orders.pay',
      version: null,
      schema,
      tenant: 'acme',
      principal: 'ann',
      subject: null,
      agent: null,
      conversation: 'c-1',
      grant: [],
      assurance: null,
      claimed: null,
    },
    arguments: { orderId: 'o-1', cents: 0, currency: 'EUR' },
    target: { type: 'order', identity: { id: 'o-1' }, version: 4 },
  });
  expect(outcome.actionDigest).toBe(action.digest);
  expect(outcome.value).toBe(outcome.executionId);

  const named = new Set<unknown>();
  for await (const { body } of boundary.evidence('acme')) named.add(body['action']);
  expect(named.size).toBe(1);
  expect(schema).toBe(digest('countersign/schema/v1', boundary.catalogue.capabilities[0]!.schema.json!));
  await boundary.close();
});

test('the value that the host handed over is neither changed nor kept [B-023, B-011]', async () => {
  const seen: unknown[] = [];
  const note = capability({
    name: 'notes.add',
    effect: 'write',
    ask: 'never',
    input: jsonSchema<{ readonly tags: readonly string[] }>({
      type: 'object',
      properties: { tags: { type: 'array', items: { type: 'string' } } },
    }),
    authorize: () => true,
    execute: async ({ input }) => {
      await Promise.resolve();
      seen.push(input.tags);
    },
  });
  const boundary = await createBoundary({
    capabilities: [note],
    store: sqlite(':memory:'),
    mode: 'development',
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const args = { tags: ['a'] };
  const called = session.call('notes.add', args);
  args.tags.push('smuggled in later');
  await called;
  expect(seen).toEqual([['a']]);
  expect(args).toEqual({ tags: ['a', 'smuggled in later'] });
  await boundary.close();
});

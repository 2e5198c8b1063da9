/* What is needed for an action became more while people were being asked for less. */
import { expect, test } from 'vitest';
import { type BoundaryOptions, capability, confirm, jsonSchema, resource, review } from '../../src/index.ts';
import { evidenceOf } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

/** A write whose policy asks for whom it says; both kinds of people are shown the same. */
async function opened(asks: NonNullable<BoundaryOptions['asks']> = {}) {
  const says = { who: confirm() as ReturnType<typeof confirm> | ReturnType<typeof review> };
  const facts = () => ({ order: 'o-1' });
  const send = capability({
    name: 'orders.send',
    effect: 'write',
    input: jsonSchema<{ readonly orderId: string }>({
      type: 'object',
      properties: { orderId: { type: 'string' } },
      required: ['orderId'],
      additionalProperties: false,
    }),
    target: resource({ type: 'order', id: 'orderId', load: (_context, id: string) => ({ id }) }),
    authorize: () => says.who,
    confirm: facts,
    review: { facts, approvers: () => true },
    execute: () => 'sent',
  });
  const { session, ...rest } = await openCounter({ capabilities: [send], asks });
  const call = (callId: string) => session.call('orders.send', { orderId: 'o-1' }, { callId });
  return { ...rest, session, says, call };
}

test('where more is needed by now, those who were asked for less are not asked any more, and others are', async () => {
  const { as, says, call, session, boundary } = await opened();
  const { id, seen } = pendingOf(await call('call-1'));
  says.who = review();
  const { decision, detail, asked } = await session.preflight(
    'orders.send',
    { orderId: 'o-1' },
    { callId: 'call-2' },
  );
  expect([decision, detail, asked?.kind]).toEqual(['review', 'mismatch', 'pending']);
  expect(await as('ann').approve(id, seen)).toMatchObject({ kind: 'refused', reason: 'not_pending' });
  expect(pendingOf(await call('call-1'))).toMatchObject({ decision: 'review' });
  const ends = (await evidenceOf(boundary)).filter(({ type }) => type === 'approval.revoked');
  expect(ends.map(({ body }) => body['by'])).toEqual(['ask']);
});

test('what fills its place counts once among those that wait', async () => {
  const { says, call } = await opened({ pendingPerConversation: 1 });
  pendingOf(await call('call-1'));
  says.who = review();
  expect(pendingOf(await call('call-1'))).toMatchObject({ decision: 'review' });
});

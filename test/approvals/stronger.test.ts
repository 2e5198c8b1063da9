/* What is needed for an action became more while people were being asked for less. */
import { expect, test } from 'vitest';
import { capability, confirm, jsonSchema, resource, review } from '../../src/index.ts';
import { reasonOf } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

/** A write whose policy asks for whom it says; both kinds of people are shown the same. */
async function opened() {
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
  const { session, ...rest } = await openCounter({ capabilities: [send] });
  const call = (callId: string) => session.call('orders.send', { orderId: 'o-1' }, { callId });
  return { ...rest, session, says, call };
}

test('who waits for less than is needed by now is told so, and nobody goes on being asked in vain', async () => {
  const { as, says, call, session } = await opened();
  const { id } = pendingOf(await call('call-1'));
  says.who = review();
  expect(reasonOf(await call('call-1'))).toBe('approval_mismatch');
  expect(reasonOf(await call('call-2'))).toBe('approval_mismatch');
  const { decision, reason, asked } = await session.preflight(
    'orders.send',
    { orderId: 'o-1' },
    { callId: 'call-3' },
  );
  expect([decision, reason, asked]).toEqual(['deny', 'approval_mismatch', null]);
  expect(await as('ann').revoke(id, { reason: 'needs a review' })).toMatchObject({ status: 'revoked' });
  expect(pendingOf(await call('call-1'))).toMatchObject({ decision: 'review' });
});

/* What a model is told: for every kind of outcome, the pinned sentence and nothing that is meant for operators. */
import { expect, test } from 'vitest';
import {
  capability,
  type Capability,
  deny,
  EffectNotPerformed,
  jsonSchema,
  messages,
  type MessageKey,
  modelView,
  type Outcome,
  throttle,
} from '../src/index.ts';
import { deskCapabilities, held, newDesk, openDesk, turns } from './desk.ts';

/** One outcome of each kind, with the key of the sentence that belongs to it. */
async function outcomes(options: Parameters<typeof openDesk>[0] = {}): Promise<[MessageKey, Outcome][]> {
  const desk = newDesk();
  const secret = new Error('fraud score 97');
  const later = capability({
    name: 'orders.later',
    effect: 'read',
    input: jsonSchema<Record<never, never>>({ type: 'object', properties: {} }),
    authorize: () => throttle(1_500),
    execute: () => null,
  });
  const capabilities = [...deskCapabilities(desk), later] as readonly Capability[];
  const { session, clock } = await openDesk({ capabilities, resultTtl: 1_000, ...options }, desk);
  const end = held();
  const cancel = (orderId: string, callId: string) => session.call('orders.cancel', { orderId }, { callId });
  const note = (callId: string) => session.call('orders.note', { orderId: 'o-1', note: callId }, { callId });
  desk.authorize = (order) => (order.customer === 'ann' ? true : deny('fraud_suspected'));
  const told: [MessageKey, Outcome][] = [
    ['executed', await cancel('o-1', 'one')],
    ['replayed', await cancel('o-1', 'one')],
    ['duplicate', await cancel('o-1', 'two')],
    ['unauthorized', await cancel('o-2', 'three')],
    ['target_not_found', await cancel('o-404', 'four')],
    ['call_id_reused', await cancel('o-404', 'one')],
    ['argument_schema', await session.call('orders.cancel', { orderId: 7 }, { callId: 'five' })],
    ['unknown_capability', await session.call('orders.burn', {}, { callId: 'six' })],
    ['limit_exceeded', await session.call('orders.later', {}, { callId: 'seven' })],
  ];
  clock.advance(1_001);
  told.push(['replayed', await cancel('o-1', 'one')]);
  desk.note = () => Promise.reject(new EffectNotPerformed());
  told.push(['failed', await note('eight')]);
  desk.note = () => Promise.reject(secret);
  told.push(['indeterminate', await note('nine')], ['indeterminate', await note('nine')]);
  desk.note = () => end.promise;
  const running = note('ten');
  await turns();
  told.push(['in_progress', await note('ten')]);
  end.resolve('noted');
  told.push(['executed', await running]);
  desk.authorize = () => {
    throw secret;
  };
  told.push(['authorization_error', await cancel('o-2', 'eleven')]);
  return told;
}

test('an outcome of every kind carries the sentence that is pinned for it [D-028]', async () => {
  const told = await outcomes();
  expect(new Set(told.map(([, { kind }]) => kind))).toEqual(
    new Set(['executed', 'replayed', 'in_progress', 'throttled', 'denied', 'failed', 'indeterminate']),
  );
  for (const [key, { message }] of told) expect([key, message]).toEqual([key, messages[key]]);
});

test('a model is told the sentence, and the result, the place or the wait that helps it go on [D-028]', async () => {
  const told = await outcomes();
  const more = told.map(([, outcome]) => {
    const { status, message, ...rest } = modelView(outcome);
    expect([status, message]).toEqual([outcome.kind, outcome.message]);
    return [outcome.kind, rest];
  });
  expect(more).toEqual([
    ['executed', { result: { cancelled: 'o-1' } }],
    ['replayed', { result: { cancelled: 'o-1' } }],
    ['denied', {}],
    ['denied', {}],
    ['denied', {}],
    ['denied', {}],
    ['denied', { pointer: '/orderId', expected: expect.any(String) }],
    ['denied', {}],
    ['throttled', { retryAfter: 1_500 }],
    ['replayed', {}],
    ['failed', {}],
    ['indeterminate', {}],
    ['indeterminate', {}],
    ['in_progress', {}],
    ['executed', { result: 'noted' }],
    ['denied', {}],
  ]);
  expect(JSON.stringify(told.map(([, outcome]) => modelView(outcome)))).not.toMatch(
    /fraud|authorization|claimed/,
  );
});

test('what was thrown is there for operators, and is neither printed nor sent on [D-028]', async () => {
  const told = await outcomes();
  const causes = told.flatMap(([, outcome]) => ('cause' in outcome ? [outcome.cause] : []));
  expect(causes.filter((cause) => cause instanceof Error && cause.message === 'fraud score 97')).toHaveLength(
    2,
  );
  expect(JSON.stringify(told)).not.toContain('fraud score');
  for (const [, outcome] of told) expect({ ...outcome }).not.toHaveProperty('cause');
});

test('an application’s own texts stand in for the pinned ones, that of the session’s locale first [D-028]', async () => {
  const texts = { de: { executed: 'Erledigt.' }, '*': { executed: 'Ok.', duplicate: 'Again?' } };
  const { boundary } = await openDesk({ messages: texts });
  const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
  for (const [locale, message] of [
    ['de', 'Erledigt.'],
    ['fr', 'Again?'],
    ['constructor', 'Again?'],
  ] as const) {
    const session = boundary.session(context, { locale });
    expect((await session.call('orders.cancel', { orderId: 'o-1' })).message).toBe(message);
  }
  const missing = await boundary
    .session(context, { locale: 'de' })
    .call('orders.cancel', { orderId: 'o-404' });
  expect(missing.message).toBe(messages.target_not_found);
});

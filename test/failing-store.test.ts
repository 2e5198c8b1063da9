import { expect, test } from 'vitest';
import { DecisionTime } from '../src/decision-time.ts';
import { putInForce, supersedeOthers } from '../src/catalogue-version.ts';
import { randomIds } from '../src/ids.ts';
import { DecisionUnavailable, EffectNotPerformed, SettlementFailed } from '../src/index.ts';
import { deriveKeys } from '../src/json/index.ts';
import { bentStore, full } from './bent-store.ts';
import { evidenceOf, newDesk, openDesk, reasonOf } from './desk.ts';
import { knowsOperators } from './operator.ts';

const ends = [
  ['returned', () => ({ cancelled: 'o-1' }), 'happened'],
  ['threw', () => Promise.reject(new Error('declined')), 'unknown'],
  ['did not perform', () => Promise.reject(new EffectNotPerformed()), 'none'],
] as const;

for (const [title, cancel, effect] of ends) {
  test(`where an executor that ${title} cannot be settled, an error names the execution and what is known of it [D-017]`, async () => {
    const { store, bend } = bentStore();
    const { session, desk } = await openDesk({ store });
    let given = '';
    desk.cancel = (_order, executionId) => {
      given = executionId;
      return cancel();
    };
    bend({ settle: full });
    const call = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SettlementFailed);
    expect(error).toMatchObject({ code: 'settlement_failed', executionId: given, effect });
    expect((error as SettlementFailed).output).toEqual(
      effect === 'happened' ? { cancelled: 'o-1' } : undefined,
    );
    expect(JSON.stringify(error)).not.toContain('cancelled');
    expect((error as SettlementFailed).message).toContain(given);
    bend({});
    const again = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    expect(again.kind).toBe('in_progress');
  });

  test(`where an executor that ${title} finds its claim edited, that is a fault on record, and the same error [D-009, D-017]`, async () => {
    const { store, database, bend } = bentStore();
    const { boundary, session, desk } = await openDesk({ store });
    desk.cancel = () => {
      database.exec('UPDATE countersign_call SET deadline = deadline + 1, revision = revision + 1');
      return cancel();
    };
    await expect(session.call('orders.cancel', { orderId: 'o-1' })).rejects.toMatchObject({
      code: 'settlement_failed',
      effect,
    });
    bend({});
    expect((await evidenceOf(boundary)).map(({ type, body }) => [type, body['code'], body['step']])).toEqual([
      ['call.admitted', undefined, undefined],
      ['fault', 'state_tampered', 'settle'],
    ]);
  });
}

test('a read that cannot be recorded changed nothing, and the error says so [D-017]', async () => {
  const { store, bend } = bentStore();
  const { session } = await openDesk({ store });
  bend({ finish: full });
  await expect(session.call('orders.view', { orderId: 'o-1' })).rejects.toMatchObject({
    code: 'settlement_failed',
    effect: 'none',
    output: { id: 'o-1', status: 'open' },
  });
});

test('a claim that somebody resolved while its effect ran says that it happened, and carries its output [V-103, V-105]', async () => {
  const { store } = bentStore();
  const { boundary, session, desk } = await openDesk({ store, directory: knowsOperators });
  desk.cancel = async (_order, executionId) => {
    const { claims } = boundary.operator({ tenant: 'acme', id: 'olga' });
    const resolved = await claims.resolve(executionId, { as: 'completed', reason: 'seen', force: true });
    expect(resolved).toMatchObject({ kind: 'resolved', from: 'claimed', forced: true });
    return { cancelled: 'o-1' };
  };
  await expect(session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).rejects.toMatchObject(
    {
      name: 'SettlementFailed',
      effect: 'happened',
      output: { cancelled: 'o-1' },
    },
  );
  expect((await evidenceOf(boundary)).map(({ type }) => type)).toEqual(['call.admitted', 'claim.resolved']);
  const again = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(again.kind).toBe('replayed');
  expect(again).not.toHaveProperty('value');
});

test('whatever a store throws while deciding is a typed error, and nothing runs [S-077]', async () => {
  for (const name of ['loadForDecision', 'admit'] as const) {
    const { store, bend } = bentStore();
    const { boundary, session, desk } = await openDesk({ store });
    bend({
      [name]: () => {
        throw new Error('connection lost');
      },
    });
    await expect(session.call('orders.cancel', { orderId: 'o-1' })).rejects.toThrow(DecisionUnavailable);
    expect(desk.effects).toEqual([]);
    const step = name === 'admit' ? 'admission' : 'load-decision';
    expect(await evidenceOf(boundary)).toMatchObject([{ type: 'fault', body: { step } }]);
  }
});

test('the claim of an effect that could not be recorded reads as unknown once its deadline passed [D-016]', async () => {
  const { store, bend } = bentStore();
  const { session, clock } = await openDesk({ store });
  bend({ settle: full });
  await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' }).catch(() => {});
  bend({});
  clock.advance(60_001);
  expect((await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe(
    'indeterminate',
  );
});

test('a store that fails at admission means that nothing ran, and the same call may come again [V-087]', async () => {
  const { store, bend } = bentStore();
  const { session, desk } = await openDesk({ store });
  bend({ admit: full });
  await expect(session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).rejects.toMatchObject(
    {
      code: 'store_failed',
    },
  );
  expect(desk.effects).toEqual([]);
  bend({});
  expect((await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe(
    'executed',
  );
});

test('a call whose ground keeps moving is checked again three times, then refused, and nothing ran [D-029]', async () => {
  const { store, bend } = bentStore();
  let rounds = 0;
  const { boundary, session, desk } = await openDesk({ store });
  bend({
    admit: () => {
      rounds += 1;
      return { kind: 'moved', what: 'catalogue' };
    },
  });
  expect(reasonOf(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('contended');
  expect(rounds).toBe(4);
  expect(desk.effects).toEqual([]);
  expect((await evidenceOf(boundary))[0]!.body).toMatchObject({ gate: 'admission', reason: 'contended' });
});

test('a catalogue that is superseded between the check and the admission admits nothing [S-150, D-004]', async () => {
  const { store, bend } = bentStore();
  const desk = newDesk();
  const old = await openDesk({ store }, desk);
  bend({
    admit: async (admission) => {
      bend({});
      const wiring = {
        store,
        keys: deriveKeys('ab'.repeat(32)),
        ids: randomIds,
        time: new DecisionTime(old.clock),
      };
      const inForce = await putInForce(wiring, 'the next version');
      await supersedeOthers({ ...wiring, inForce }, 'deployed');
      return store.admit(admission);
    },
  });
  expect(reasonOf(await old.session.call('orders.cancel', { orderId: 'o-1' }))).toBe('catalogue_stale');
  expect(desk.effects).toEqual([]);
});

test('a read whose id was taken while it ran answers with what was recorded first [D-027]', async () => {
  const { session, desk } = await openDesk();
  const order = desk.orders.get('o-1')!;
  let reads = 0;
  Object.defineProperty(order, 'status', {
    get() {
      reads += 1;
      return reads === 1 ? 'slow' : 'fast';
    },
  });
  const view = (callId: string) => session.call('orders.view', { orderId: 'o-1' }, { callId });
  const [one, two] = await Promise.all([view('call-1'), view('call-1')]);
  const values = [one, two].map((outcome) => ('value' in outcome ? outcome.value : null));
  expect([one.kind, two.kind].toSorted()).toEqual(['executed', 'replayed']);
  expect(values).toEqual([
    { id: 'o-1', status: 'slow' },
    { id: 'o-1', status: 'slow' },
  ]);
});

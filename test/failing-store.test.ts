import { expect, test } from 'vitest';
import { putInForce, supersedeOthers } from '../src/catalogue-version.ts';
import { randomIds } from '../src/ids.ts';
import { BoundaryError, DecisionUnavailable, type Store } from '../src/index.ts';
import { deriveKeys } from '../src/json/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { evidenceOf, newDesk, openDesk, reasonOf } from './desk.ts';

/** A real store of which one operation can be made to answer otherwise. */
function bent(): { store: Store; bend: (change: Partial<Store>) => void } {
  const real = sqlite(':memory:');
  let bends: Partial<Store> = {};
  const store = new Proxy(real, {
    get(target, name) {
      const bend: unknown = Reflect.get(bends, name);
      if (bend !== undefined) return bend;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { store, bend: (change) => (bends = change) };
}

const failed = () => Promise.reject(new BoundaryError('store_failed', 'the disk is full'));

test('an effect that could not be recorded is an error of its own that carries its output [D-017, V-103]', async () => {
  const { store, bend } = bent();
  const { session, desk } = await openDesk({ store });
  bend({ settle: failed });
  const call = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await expect(call).rejects.toMatchObject({ code: 'settlement_failed', output: { cancelled: 'o-1' } });
  expect(desk.effects).toHaveLength(1);
  bend({});
  expect((await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe(
    'in_progress',
  );
});

test('a claim that somebody resolved while its effect ran is that same error, not a failure [D-017, V-103, V-105]', async () => {
  const { store, bend } = bent();
  const { session, desk } = await openDesk({ store });
  bend({ settle: () => ({ kind: 'moved', call: null }) });
  await expect(session.call('orders.cancel', { orderId: 'o-1' })).rejects.toMatchObject({
    name: 'SettlementFailed',
    output: { cancelled: 'o-1' },
  });
  expect(desk.effects).toHaveLength(1);
});

test('whatever a store throws while deciding is a typed error, and nothing runs [S-077]', async () => {
  for (const name of ['loadForDecision', 'admit'] as const) {
    const { store, bend } = bent();
    const { session, desk } = await openDesk({ store });
    bend({
      [name]: () => {
        throw new Error('connection lost');
      },
    });
    await expect(session.call('orders.cancel', { orderId: 'o-1' })).rejects.toThrow(DecisionUnavailable);
    expect(desk.effects).toEqual([]);
  }
});

test('the claim of an effect that could not be recorded reads as unknown once its deadline passed [D-016]', async () => {
  const { store, bend } = bent();
  const { session, clock } = await openDesk({ store });
  bend({ settle: failed });
  await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' }).catch(() => {});
  bend({});
  clock.advance(60_001);
  expect((await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe(
    'indeterminate',
  );
});

test('a store that fails at admission means that nothing ran, and the same call may come again [V-087]', async () => {
  const { store, bend } = bent();
  const { session, desk } = await openDesk({ store });
  bend({ admit: failed });
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
  const { store, bend } = bent();
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
  const { store, bend } = bent();
  const desk = newDesk();
  const old = await openDesk({ store }, desk);
  bend({
    admit: async (admission) => {
      bend({});
      const wiring = { store, keys: deriveKeys('ab'.repeat(32)), ids: randomIds, clock: old.clock };
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

test('a check writes nothing, not even the keys of its principal, and runs nothing [D-026]', async () => {
  const { store, bend } = bent();
  const { session, desk } = await openDesk({ store });
  const refuse = () => {
    throw new Error('a check must not write');
  };
  bend({ admit: refuse, settle: refuse, finishRead: refuse, appendEvidence: refuse, addWrappedKey: refuse });
  expect(await session.check('orders.cancel', { orderId: 'o-1' })).toMatchObject({ decision: 'permit' });
  expect(await session.check('orders.cancel', { orderId: 'o-2' })).toMatchObject({ decision: 'deny' });
  expect(desk.effects).toEqual([]);
});

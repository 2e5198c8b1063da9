/* A refusal consumes nothing: the same call under the same id gets an answer of its own once the cause is gone. */
import { expect, test } from 'vitest';
import { deny, type Rights, throttle, withTenant } from '../src/index.ts';
import { bentStore } from './bent-store.ts';
import { openDesk, reasonOf } from './desk.ts';

type Opened = Awaited<ReturnType<typeof openDesk>> &
  ReturnType<typeof bentStore> & { rights: { now: Rights | null } };

/** For each reason, what brings it about and what takes it away. */
const causes: readonly (readonly [
  reason: string,
  bring: (opened: Opened) => void,
  lift: (opened: Opened) => void,
])[] = [
  [
    'unauthorized',
    ({ desk }) => (desk.authorize = () => deny('not_yet')),
    ({ desk }) => (desk.authorize = () => true),
  ],
  ['unauthorized', ({ rights }) => (rights.now = null), ({ rights }) => (rights.now = {})],
  [
    'authorization_error',
    ({ desk }) =>
      (desk.authorize = () => {
        throw new Error('down');
      }),
    ({ desk }) => (desk.authorize = () => true),
  ],
  [
    'limit_exceeded',
    ({ desk }) => (desk.authorize = () => throttle(10)),
    ({ desk }) => (desk.authorize = () => true),
  ],
  [
    'target_not_found',
    ({ desk }) => (desk.orders.get('o-1')!.tenant = 'other'),
    ({ desk }) => (desk.orders.get('o-1')!.tenant = 'acme'),
  ],
  [
    'target_gone',
    ({ desk }) => (desk.onLoad = (count) => void (count === 2 && (desk.orders.get('o-1')!.tenant = 'other'))),
    ({ desk }) => (desk.orders.get('o-1')!.tenant = 'acme'),
  ],
  [
    'target_changed',
    ({ desk }) => (desk.onLoad = (count) => void (count === 2 && (desk.orders.get('o-1')!.id = 'o-7'))),
    ({ desk }) => (desk.orders.get('o-1')!.id = 'o-1'),
  ],
  [
    'contended',
    ({ bend }) => bend({ admit: () => ({ kind: 'moved', what: 'catalogue' }) }),
    ({ bend }) => bend({}),
  ],
];

for (const [reason, bring, lift] of causes) {
  test(`a call refused as ${reason} consumed nothing, and runs under its own id once that is gone [D-003]`, async () => {
    const bent = bentStore();
    const rights: { now: Rights | null } = { now: {} };
    const directory = { principal: () => rights.now };
    const opened = { ...(await openDesk({ store: bent.store, directory })), ...bent, rights };
    const { session, desk, database } = opened;
    const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    bring(opened);
    const refused = await call();
    expect('reason' in refused && refused.reason).toBe(reason);
    for (const table of ['countersign_call', 'countersign_conversation'])
      expect(database.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
    expect(desk.effects).toEqual([]);
    lift(opened);
    expect((await call()).kind).toBe('executed');
    expect(desk.effects).toHaveLength(1);
  });
}

test('a call refused for its ambient tenant runs under its own id in the right one [D-003]', async () => {
  const { session } = await openDesk();
  const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(reasonOf(await withTenant('other', call))).toBe('binding_mismatch');
  expect((await withTenant('acme', call)).kind).toBe('executed');
});

test('arguments that were refused bind nothing: other arguments may come under the same id [D-003]', async () => {
  const { session } = await openDesk();
  const call = (orderId: unknown) => session.call('orders.cancel', { orderId }, { callId: 'call-1' });
  expect(reasonOf(await call(7))).toBe('argument_schema');
  expect(reasonOf(await call('o-404'))).toBe('target_not_found');
  expect((await call('o-1')).kind).toBe('executed');
  expect(reasonOf(await call('o-404'))).toBe('call_id_reused');
});

test('a duplicate binds nothing: it runs under its own id once the operation is free [D-003]', async () => {
  const { session, desk } = await openDesk();
  const call = (callId: string) => session.call('orders.cancel', { orderId: 'o-1' }, { callId });
  await call('call-1');
  expect(reasonOf(await call('call-2'))).toBe('duplicate');
  desk.orders.get('o-1')!.version = 2;
  expect((await call('call-2')).kind).toBe('executed');
  expect(desk.effects).toHaveLength(2);
});

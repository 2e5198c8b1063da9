import { expect, test } from 'vitest';
import { createBoundary } from '../src/index.ts';
import { bentStore, full } from './bent-store.ts';
import { deskCapabilities, evidenceOf, held, newDesk, openDesk, turns } from './desk.ts';

const closed = { code: 'boundary_closed' };

/** A store that says when it is closed, and can fail to take evidence. */
function watched() {
  const { store, real, database, bend } = bentStore();
  const closings: string[] = [];
  const close = async () => {
    closings.push('close');
    await real.close();
  };
  bend({ close });
  return { database, store, closings, fail: () => bend({ close, appendEvidence: full }) };
}

test('a closed boundary answers nothing more, not even through a session that was open [D-030]', async () => {
  const { boundary, session, desk } = await openDesk();
  await boundary.close();
  await expect(session.call('orders.cancel', { orderId: 'o-1' })).rejects.toMatchObject(closed);
  await expect(session.check('orders.cancel', { orderId: 'o-1' })).rejects.toMatchObject(closed);
  expect(() => boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' })).toThrow(
    expect.objectContaining(closed),
  );
  expect(desk.effects).toEqual([]);
});

test('closing waits for the call that is under way, whose end is then on record [D-030]', async () => {
  const { database, store, closings } = watched();
  const { boundary, session, desk } = await openDesk({ store });
  const end = held();
  desk.cancel = () => end.promise;
  const running = session.call('orders.cancel', { orderId: 'o-1' });
  await turns();
  const closing = boundary.close();
  await expect(session.call('orders.cancel', { orderId: 'o-1' })).rejects.toMatchObject(closed);
  await turns();
  expect(closings).toEqual([]);
  end.resolve({ cancelled: 'o-1' });
  expect(await running).toMatchObject({ kind: 'executed', value: { cancelled: 'o-1' } });
  await closing;
  expect(closings).toEqual(['close']);
  const record = database.prepare("SELECT type FROM countersign_evidence WHERE tenant = 'acme'");
  expect(record.pluck().all()).toEqual(['call.admitted', 'call.executed']);
  expect(database.prepare('SELECT state FROM countersign_call').pluck().all()).toEqual(['completed']);
});

test('closing waits no longer than the deadline of a call that never ends [D-030]', async () => {
  const { database, store, closings } = watched();
  const { boundary, session, desk, clock } = await openDesk({ store });
  desk.cancel = () => new Promise(() => {});
  const running = session.call('orders.cancel', { orderId: 'o-1' });
  await turns();
  const closing = boundary.close();
  clock.advance(59_999);
  await turns();
  expect(closings).toEqual([]);
  clock.advance(1);
  expect((await running).kind).toBe('indeterminate');
  await closing;
  const record = database.prepare("SELECT type FROM countersign_evidence WHERE tenant = 'acme'");
  expect(record.pluck().all()).toEqual(['call.admitted', 'call.indeterminate']);
});

test('closing twice is closing once, also while the first still waits [D-030]', async () => {
  const { store, closings } = watched();
  const { boundary, session, desk } = await openDesk({ store });
  const end = held();
  desk.cancel = () => end.promise;
  const running = session.call('orders.cancel', { orderId: 'o-1' });
  await turns();
  const both = [boundary.close(), boundary.close()];
  end.resolve('done');
  await running;
  await Promise.all(both);
  await boundary.close();
  expect(closings).toEqual(['close']);
});

test('a count that cannot be written is said, and the store is closed all the same [D-030]', async () => {
  const { store, closings, fail } = watched();
  const said: string[] = [];
  const { boundary, session } = await openDesk({ store, say: (sentence) => said.push(sentence) });
  for (let turn = 0; turn < 3; turn += 1) await session.call('orders.cancel', { orderId: 'o-2' });
  fail();
  await boundary.close();
  expect(closings).toEqual(['close']);
  expect(said).toEqual(['countersign: evidence could not be written (store_failed)']);
});

test('whoever cannot be told of it ends neither the process nor the closing [D-030]', async () => {
  const { store, closings, fail } = watched();
  const say = () => {
    throw new Error('the pipe is broken');
  };
  const { boundary, session, clock } = await openDesk({ store, say });
  for (const orderId of ['o-2', 'o-2', 'o-3', 'o-3']) await session.call('orders.cancel', { orderId });
  fail();
  clock.advance(1_000);
  await turns();
  await session.call('orders.search', {});
  await boundary.close();
  expect(closings).toEqual(['close']);
});

test('a boundary that could not be made leaves its store closed, for another try', async () => {
  const { store, closings } = watched();
  const capabilities = deskCapabilities(newDesk());
  const options = { capabilities, store, mode: 'development', say: () => {} } as const;
  await expect(createBoundary({ ...options, key: 'too short' })).rejects.toMatchObject({
    code: 'key_malformed',
  });
  expect(closings).toEqual(['close']);
  const second = await createBoundary({ ...options, key: 'ab'.repeat(32) });
  await second.close();
});

test('a closed boundary supersedes nothing and shows no evidence [D-030]', async () => {
  const { boundary } = await openDesk();
  await boundary.close();
  await expect(evidenceOf(boundary)).rejects.toMatchObject({ code: 'boundary_closed' });
  await expect(boundary.supersedeOtherCatalogues('x')).rejects.toMatchObject({ code: 'boundary_closed' });
});

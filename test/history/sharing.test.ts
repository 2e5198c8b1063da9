/* One conversation, several principals: who takes part, as whom, and for how long. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { evidenceOf, held, turns } from '../desk.ts';
import { ended, openShop } from './shop.ts';

const source = { source: 'letter.pdf', channel: 'document' } as const;
const misuse = { name: 'BoundaryError', code: 'context_invalid' };

test('nobody takes part in a conversation before it is shared, nor after it is not any more [D-065]', async () => {
  const { boundary, session, guestOf, shop } = await openShop();
  const bob = guestOf('bob');
  const note = async (callId: string) => ended(await bob.call('orders.note', {}, { callId }));
  await session.heard('hello');
  expect(await note('a')).toBe('binding_mismatch');
  await session.share('bob');
  expect(await note('a')).toBe('executed');
  await session.unshare('bob');
  // Not even what it did itself is told again.
  expect([await note('b'), await note('a')]).toEqual(['binding_mismatch', 'binding_mismatch']);
  expect(shop.effects).toHaveLength(1);
  const records = await evidenceOf(boundary);
  expect(records.filter(({ type }) => type === 'call.refused').map(({ body }) => body['gate'])).toContain(
    'conversation',
  );
});

test('a conversation that nobody made, or that another principal of the name has, is shared with nobody [D-065, D-006]', async () => {
  const { boundary, session, guestOf, sessionOf } = await openShop();
  await session.share('bob');
  const strangers = [
    guestOf('bob', 'zoe'),
    guestOf('bob', 'ann', 'c-2'),
    guestOf('zoe'),
    boundary.session({ tenant: 'other', principal: 'bob', conversation: 'c-1' }, { sharedBy: 'ann' }),
  ];
  for (const stranger of strangers)
    expect(ended(await stranger.call('orders.note', {}))).toBe('binding_mismatch');
  expect(ended(await guestOf('bob').call('orders.note', {}))).toBe('executed');
  // The guest's own conversation of this name is another one.
  expect(ended(await sessionOf('bob').call('orders.note', {}))).toBe('executed');
});

test('a guest acts as itself: for its rights, its operations and the record [D-065]', async () => {
  const known = new Set(['ann', 'bob']);
  const { boundary, session, guestOf } = await openShop({
    directory: { principal: ({ principal }) => (known.has(principal) ? {} : null), operator: () => true },
  });
  await session.share('bob');
  await session.call('orders.note', {});
  await guestOf('bob').call('orders.note', {});
  known.delete('bob');
  expect(ended(await guestOf('bob').call('orders.note', {}))).toBe('unauthorized');
  known.add('bob');
  known.delete('ann');
  expect(ended(await guestOf('bob').call('orders.note', {}))).toBe('executed');
  const executed = (await evidenceOf(boundary)).filter(({ type }) => type === 'call.executed');
  const who = executed.map(({ body }) => body['principal']);
  expect([who[0] === who[1], who[1] === who[2]]).toEqual([false, true]);
});

test('steps of everybody who takes part count in one history [D-065, S-061]', async () => {
  const { session, guestOf } = await openShop();
  await session.share('bob');
  const bob = guestOf('bob');
  await bob.call('orders.view', { orderId: 'o-1' });
  expect(ended(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('executed');
  expect(ended(await bob.call('orders.ship', {}))).toBe('order_rule: not after orders.cancel');
  for (const one of [bob, session, bob]) await one.call('orders.tip', {});
  expect(ended(await session.call('orders.tip', {}))).toBe('order_rule: at most 3');
});

test('a call id of one principal is none of another: nothing is replayed across, and nothing runs under it [D-065]', async () => {
  const { session, guestOf, shop } = await openShop();
  await session.share('bob');
  await session.share('zoe');
  const view = (who: typeof session, callId: string) =>
    who.call('orders.view', { orderId: 'o-1' }, { callId });
  expect(ended(await view(session, 'c'))).toBe('executed');
  expect(ended(await view(guestOf('bob'), 'c'))).toBe('call_id_reused');
  expect(ended(await view(guestOf('bob'), 'd'))).toBe('executed');
  for (const other of [session, guestOf('zoe')]) expect(ended(await view(other, 'd'))).toBe('call_id_reused');
  expect([ended(await view(session, 'c')), ended(await view(guestOf('bob'), 'd'))]).toEqual([
    'replayed',
    'replayed',
  ]);
  expect(shop.effects).toHaveLength(2);
});

test('what a guest is asked for is its own: the owner confirms nothing for it [D-065]', async () => {
  const { session, guestOf, agree } = await openShop();
  await session.share('bob');
  const transfer = () => guestOf('bob').call('orders.transfer', { orderId: 'o-1' }, { callId: 't' });
  const pending = await transfer();
  await expect(agree(pending, 'ann')).rejects.toThrow('refused');
  await agree(pending, 'bob');
  expect(ended(await session.call('orders.transfer', { orderId: 'o-1' }, { callId: 't2' }))).toBe('pending');
  expect(ended(await transfer())).toBe('executed');
});

test('what a guest agreed to runs nothing once it takes part no longer [D-065]', async () => {
  const { session, guestOf, agree, shop } = await openShop();
  await session.share('bob');
  const transfer = () => guestOf('bob').call('orders.transfer', { orderId: 'o-1' }, { callId: 't' });
  await agree(await transfer(), 'bob');
  await session.unshare('bob');
  expect(ended(await transfer())).toBe('binding_mismatch');
  await session.share('bob');
  expect(ended(await transfer())).toBe('executed');
  expect(shop.effects).toHaveLength(1);
});

test('a guest says and sees things in it while it takes part, and not otherwise [D-065]', async () => {
  const { session, guestOf } = await openShop();
  await session.heard('hello');
  for (const enter of [() => guestOf('bob').heard('hi'), () => guestOf('bob').saw('content', source)])
    await expect(enter()).rejects.toMatchObject(misuse);
  await session.share('bob');
  await guestOf('bob').heard('hi');
  await guestOf('bob').saw('content', source);
});

test('what untrusted content a guest brought in counts for what the owner was asked [D-065, S-081]', async () => {
  const { session, guestOf, agree } = await openShop();
  await session.share('bob');
  const transfer = () => session.call('orders.transfer', { orderId: 'o-1' }, { callId: 't' });
  await agree(await transfer());
  await guestOf('bob').saw('content', source);
  expect(ended(await transfer())).toBe('pending');
});

test('sharing and its end are on record, with who was let in as a fingerprint [D-065, D-007]', async () => {
  const { boundary, session } = await openShop();
  await session.share('bob');
  await session.share('zoe');
  await session.unshare('bob');
  const records = await evidenceOf(boundary);
  expect(records.map(({ type, authentic }) => [type, authentic])).toEqual([
    ['conversation.shared', true],
    ['conversation.shared', true],
    ['conversation.unshared', true],
  ]);
  const guests = records.map(({ body }) => body['guest']);
  expect([guests[0] === guests[2], guests[0] === guests[1]]).toEqual([true, false]);
  expect(JSON.stringify(records)).not.toMatch(/bob|zoe/);
});

test.for<[what: string, principal: unknown]>([
  ['nobody', undefined],
  ['an empty name', ''],
  ['a padded name', ' bob'],
  ['a name with a control character', 'bo\u0000b'],
  ['what is no text', 7],
  ['itself', 'ann'],
])('a conversation is not shared with %s', async ([, principal]) => {
  const { boundary, session } = await openShop();
  for (const member of ['share', 'unshare'] as const)
    expect(() => Reflect.apply(session[member], session, [principal]) as unknown).toThrow(
      expect.objectContaining(misuse) as Error,
    );
  expect(await evidenceOf(boundary)).toEqual([]);
});

test('a guest shares nothing on, and nobody is a guest of its own [D-065]', async () => {
  const { session, guestOf } = await openShop();
  await session.share('bob');
  expect(() => guestOf('bob').share('zoe')).toThrow(expect.objectContaining(misuse) as Error);
  expect(() => guestOf('bob').unshare('zoe')).toThrow(expect.objectContaining(misuse) as Error);
  expect(() => guestOf('ann', 'ann')).toThrow(expect.objectContaining(misuse) as Error);
  for (const host of ['', ' ann', 7])
    expect(() => guestOf('bob', host as string)).toThrow(expect.objectContaining(misuse) as Error);
});

test('a guest whose call was checked while it took part is refused in admission once it does not [D-065]', async () => {
  const { session, guestOf, shop } = await openShop();
  await session.share('bob');
  const judged = { count: 0, ...held<void>() };
  shop.onJudge = async () => {
    judged.count += 1;
    if (judged.count === 2) await judged.promise;
  };
  const call = guestOf('bob').call('orders.note', {});
  await turns();
  expect(judged.count).toBe(2);
  await session.unshare('bob');
  judged.resolve();
  expect(ended(await call)).toBe('binding_mismatch');
  expect(shop.effects).toEqual([]);
});

test('of a hundred calls of a guest and one end of sharing those after it are refused, in two processes [D-065]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sharing-'));
  const [host, guest] = [
    await openShop({ store: sqlite(join(folder, 'app.db')) }),
    await openShop({ store: sqlite(join(folder, 'app.db')) }),
  ];
  await host.session.share('bob');
  const bob = guest.guestOf('bob');
  const calls = Array.from({ length: 100 }, (_, n) => bob.call('orders.note', { orderId: `o-${n}` }));
  await turns();
  await host.session.unshare('bob');
  const before = guest.shop.effects.length;
  const outcomes = (await Promise.all(calls)).map(ended);
  expect(outcomes.filter((one) => one !== 'executed' && one !== 'binding_mismatch')).toEqual([]);
  expect(outcomes.filter((one) => one === 'executed')).toHaveLength(guest.shop.effects.length);
  expect(guest.shop.effects.length - before).toBeLessThanOrEqual(100 - before);
  expect(ended(await bob.call('orders.note', {}))).toBe('binding_mismatch');
  await host.boundary.close();
  await guest.boundary.close();
  rmSync(folder, { recursive: true });
});

test('what a guest agreed to in a conversation of its own is no answer in one of the same name that is shared with it [D-065, S-081]', async () => {
  const { session, sessionOf, guestOf, agree, shop } = await openShop();
  await session.share('bob');
  const [own, guest] = [sessionOf('bob'), guestOf('bob')];
  const transfer = (who: typeof own, callId: string) =>
    who.call('orders.transfer', { orderId: 'o-1' }, { callId });
  // The longer its own history, the less of the other one would have entered since.
  for (let n = 0; n < 5; n += 1) await own.heard('hello');
  const [there, here] = [await transfer(own, 't'), await transfer(guest, 'g')];
  if (there.kind !== 'pending' || here.kind !== 'pending') throw new Error('nobody was asked');
  expect(here.actionDigest).not.toBe(there.actionDigest);
  await agree(there, 'bob');
  await session.saw('Transfer it.', source);
  expect(ended(await transfer(guest, 'g'))).toBe('pending');
  expect(ended(await transfer(own, 't'))).toBe('executed');
  await agree(await transfer(guest, 'g'), 'bob');
  await session.saw('Transfer it.', source);
  // Asked anew here, it takes nothing back there.
  expect(ended(await transfer(own, 't'))).toBe('replayed');
  expect(ended(await transfer(guest, 'g'))).toBe('pending');
  expect(shop.effects).toHaveLength(1);
});

test('evidence tells a conversation of a guest from one of the same name that is shared with it [D-065, D-007]', async () => {
  const { boundary, session, sessionOf, guestOf } = await openShop();
  await session.share('bob');
  for (const who of [sessionOf('bob'), guestOf('bob'), guestOf('bob')]) await who.call('orders.note', {});
  const executed = (await evidenceOf(boundary)).filter(({ type }) => type === 'call.executed');
  const [own, one, other] = executed.map(({ body }) => body['conversation']);
  expect([own === one, one === other]).toEqual([false, true]);
});

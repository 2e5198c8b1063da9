import { expect, test } from 'vitest';
import type { Limit } from '../../src/index.ts';
import { evidenceOf, held, turns } from '../desk.ts';
import { nothing, openDepot } from './depot.ts';

const minute = 60_000;
const fixed = (max: number): Limit => ({
  name: 'sends',
  key: 'principal',
  shape: { kind: 'fixed_window', max, every: minute },
});
const sliding = (max: number): Limit => ({
  name: 'sends',
  key: 'principal',
  shape: { kind: 'sliding_window', max, every: minute },
});

test('a limit lets through what it says and names itself and the wait after that [V-081, V-003]', async () => {
  const { told, depot, clock } = await openDepot({ send: [fixed(2)] });
  clock.advance(10_000);
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  expect(await told('parcels.send', 'p-2')).toBe('executed');
  expect(await told('parcels.send', 'p-3')).toBe('throttled by sends for 50000');
  clock.advance(49_999);
  expect(await told('parcels.send', 'p-3')).toBe('throttled by sends for 1');
  clock.advance(1);
  expect(await told('parcels.send', 'p-3')).toBe('executed');
  expect(depot.effects).toEqual(['send p-1', 'send p-2', 'send p-3']);
});

test('fifty calls at once against a limit of five admit exactly five [B-112, D-040]', async () => {
  const { told, depot } = await openDepot({ send: [sliding(5)] });
  depot.parcels.clear();
  for (let n = 0; n < 50; n += 1) depot.parcels.set(`q-${n}`, { id: `q-${n}`, owner: 'ann', cents: 1 });
  const all = await Promise.all(Array.from({ length: 50 }, (_, n) => told('parcels.send', `q-${n}`)));
  expect(all.filter((one) => one === 'executed')).toHaveLength(5);
  expect(all.filter((one) => one === 'throttled by sends for 60000')).toHaveLength(45);
  expect(depot.effects).toHaveLength(5);
});

test('a sliding window is exact around every edge; a fixed one says that it is not [B-115]', async () => {
  const atTheEdge = async (limit: Limit) => {
    const { told, clock, depot } = await openDepot({ send: [limit] });
    clock.advance(59_900);
    for (let n = 0; n < 5; n += 1) await told('parcels.send', `p-${n}`);
    clock.advance(200);
    for (let n = 5; n < 10; n += 1) await told('parcels.send', `p-${n}`);
    return depot.effects.length;
  };
  expect(await atTheEdge(sliding(5))).toBe(5);
  expect(await atTheEdge(fixed(5))).toBe(10);
});

test('a limit is kept per key and per tenant [V-083, B-064]', async () => {
  const { told, sessionOf, depot } = await openDepot({ send: [fixed(1)] });
  depot.parcels.set('b-2', { id: 'b-2', owner: 'bob', cents: 1 });
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  expect(await told('parcels.send', 'p-2')).toContain('throttled');
  expect(await told('parcels.send', 'b-1', {}, sessionOf('bob'))).toBe('executed');
  expect(await told('parcels.send', 'p-2', {}, sessionOf('ann', 'c-1', 'other'))).toBe('executed');
  // The same principal in another conversation is the same principal.
  expect(await told('parcels.send', 'p-3', {}, sessionOf('ann', 'c-2'))).toContain('throttled');
});

test('a call that was refused at any gate took nothing [V-086, V-001, B-118, D-041]', async () => {
  const { told, depot } = await openDepot({ send: [fixed(1)] });
  depot.mayAct = false;
  for (let n = 0; n < 5; n += 1) expect(await told('parcels.send', 'p-1')).toBe('denied unauthorized');
  expect(await told('parcels.send', 'b-1')).toBe('denied unauthorized');
  expect(await told('parcels.send', 'none')).toBe('denied target_not_found');
  expect(await told('parcels.send', 'p-1', { amount: 'x' })).toBe('denied argument_schema');
  depot.mayAct = true;
  expect(await told('parcels.send', 'p-1')).toBe('executed');
});

test('a throttled call leaves no call behind: under the same id it runs once there is room [V-099, V-003]', async () => {
  const { session, told, clock, boundary } = await openDepot({ send: [fixed(1)] });
  await told('parcels.send', 'p-1');
  const send = () => session.call('parcels.send', { parcel: 'p-2' }, { callId: 'mine' });
  expect(await send()).toMatchObject({ kind: 'throttled', callId: 'mine' });
  clock.advance(minute);
  expect((await send()).kind).toBe('executed');
  expect((await send()).kind).toBe('replayed');
  const kinds = (await evidenceOf(boundary)).map(({ type, body }) => [type, body['detail'] ?? null]);
  expect(kinds).toContainEqual(['call.refused', 'sends']);
});

test('a replay takes nothing, and a duplicate is throttled before it is a duplicate [V-002, V-099]', async () => {
  const { session, told, depot } = await openDepot({ send: [fixed(2)] });
  const waiting = held();
  depot.act = () => waiting.promise;
  const first = session.call('parcels.send', { parcel: 'p-1' }, { callId: 'mine' });
  await turns();
  // The same operation under another id, while there is room: a duplicate, which takes nothing.
  expect(await told('parcels.send', 'p-1')).toBe('denied duplicate');
  waiting.resolve('done');
  await first;
  for (let n = 0; n < 5; n += 1)
    expect((await session.call('parcels.send', { parcel: 'p-1' }, { callId: 'mine' })).kind).toBe('replayed');
  depot.act = () => 'done';
  expect(await told('parcels.send', 'p-2')).toBe('executed');
  expect(await told('parcels.send', 'p-2')).toContain('throttled');
});

test('what was not performed is given back; what may have happened is not [B-118, D-041]', async () => {
  const { told, depot } = await openDepot({ send: [sliding(2)] });
  depot.act = nothing;
  for (let n = 0; n < 5; n += 1) expect(await told('parcels.send', `p-${n}`)).toBe('failed');
  depot.act = () => {
    throw new Error('timed out at the carrier');
  };
  expect(await told('parcels.send', 'p-1')).toBe('indeterminate');
  expect(await told('parcels.send', 'p-2')).toBe('indeterminate');
  expect(await told('parcels.send', 'p-3')).toContain('throttled');
});

test('units that are given back after their window are dropped', async () => {
  const { told, depot, clock } = await openDepot({ send: [fixed(1)] });
  const waiting = held();
  depot.act = () => waiting.promise;
  const first = told('parcels.send', 'p-1');
  await turns();
  clock.advance(59_999);
  clock.advance(1);
  await first;
  depot.act = () => 'done';
  expect(await told('parcels.send', 'p-2')).toBe('executed');
  expect(await told('parcels.send', 'p-3')).toContain('throttled');
});

test('a limit of nothing lets nothing through, and says that waiting does not help [B-119]', async () => {
  const { told, session } = await openDepot({ send: [fixed(0)] });
  expect(await told('parcels.send', 'p-1')).toBe('throttled by sends for null');
  expect(await session.check('parcels.send', { parcel: 'p-1' })).toMatchObject({
    decision: 'throttle',
    reason: 'limit_exceeded',
    detail: 'sends',
  });
});

test('of several limits all must have room, and the strictest is named [B-122]', async () => {
  const { told, clock } = await openDepot({
    send: [
      { name: 'own', key: 'principal', shape: { kind: 'fixed_window', max: 100, every: minute } },
      { name: 'tier', key: 'tenant', shape: { kind: 'budget', max: 3 } },
      { name: 'burst', key: 'principal', shape: { kind: 'token_bucket', max: 3, refill: 1, every: 1_000 } },
    ],
  });
  for (let n = 0; n < 3; n += 1) expect(await told('parcels.send', `p-${n}`)).toBe('executed');
  expect(await told('parcels.send', 'p-3')).toBe('throttled by tier for null');
  clock.advance(10 * minute);
  expect(await told('parcels.send', 'p-3')).toBe('throttled by tier for null');
});

test('a call that one limit refuses takes nothing from the others', async () => {
  const { told, clock } = await openDepot({
    send: [
      { name: 'budget', key: 'tenant', shape: { kind: 'budget', max: 2 } },
      { name: 'rate', key: 'principal', shape: { kind: 'fixed_window', max: 1, every: minute } },
    ],
  });
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  for (let n = 0; n < 9; n += 1) expect(await told('parcels.send', 'p-2')).toContain('by rate');
  clock.advance(minute);
  expect(await told('parcels.send', 'p-2')).toBe('executed');
});

test('a limit with the same name is one limit, whatever capability it stands in', async () => {
  const { told } = await openDepot({ send: [fixed(2)], insure: [fixed(2)] });
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  expect(await told('parcels.insure', 'p-1')).toBe('executed');
  expect(await told('parcels.send', 'p-2')).toContain('throttled');
  expect(await told('parcels.insure', 'p-2')).toContain('throttled');
});

test('a limit of the boundary applies to every capability, reads among them, which are admitted then', async () => {
  const all: Limit = { name: 'all', key: 'tenant', shape: { kind: 'budget', max: 3 } };
  const { told, boundary } = await openDepot({}, { limits: [all] });
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  expect(await told('parcels.track', 'p-1')).toBe('executed');
  expect(await told('parcels.track', 'p-1')).toBe('executed');
  expect(await told('parcels.track', 'p-1')).toBe('throttled by all for null');
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types.filter((type) => type === 'call.admitted')).toHaveLength(3);
});

test('a clock that goes back opens no window again, and one that jumps ahead is not believed twice [D-042]', async () => {
  const { told, clock } = await openDepot({ send: [fixed(1)] });
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  const now = clock.now();
  clock.set(now + 10 * minute);
  expect(await told('parcels.send', 'p-2')).toBe('executed');
  clock.set(now);
  expect(await told('parcels.send', 'p-3')).toContain('throttled');
  clock.set(now + minute);
  expect(await told('parcels.send', 'p-3')).toContain('throttled');
});

test('looking at what would happen takes nothing, and says which limit has no room', async () => {
  const { session, told } = await openDepot({ send: [fixed(1)] });
  for (let n = 0; n < 3; n += 1)
    expect(await session.check('parcels.send', { parcel: 'p-1' })).toMatchObject({ decision: 'permit' });
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  expect(await session.check('parcels.send', { parcel: 'p-2' })).toMatchObject({ detail: 'sends' });
});

test('a store in memory counts for one process, and says so at the start [B-116]', async () => {
  const said: string[] = [];
  const say = (sentence: string) => void said.push(sentence);
  await openDepot({}, { say });
  expect(said).toEqual([]);
  await openDepot({ send: [fixed(1)] }, { say });
  expect(said).toEqual([expect.stringContaining('each process counts for itself')]);
});

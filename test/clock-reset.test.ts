/* How recorded time that ran ahead is set back, and who may do that. */
import { expect, test } from 'vitest';
import type { BoundaryOptions, Directory, Limit, Operator } from '../src/index.ts';
import { openCounter, pendingOf } from './approvals/counter.ts';
import { bentStore, full } from './bent-store.ts';
import { evidenceOf } from './desk.ts';
import { openDepot } from './limits/depot.ts';
import { knowsOperators } from './operator.ts';

const day = 86_400_000;
const reason = 'the battery of node 3 was dead';
const limit: Limit = { name: 'sends', key: 'tenant', shape: { kind: 'fixed_window', max: 1, every: day } };

/** A depot whose clock ran ahead by 400 days while a parcel was sent, and is right again. */
async function aheadDepot(options: Partial<BoundaryOptions> = {}) {
  const opened = await openDepot({ send: [limit] }, { directory: knowsOperators, ...options });
  const { boundary, clock, told } = opened;
  const start = clock.now();
  const ahead = start + 400 * day;
  clock.set(ahead);
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  clock.set(start);
  const operatorOf = (id: string, tenant = '') => boundary.operator({ tenant, id });
  const blocked = async () => (await told('parcels.send', 'p-2')).startsWith('throttled');
  return { ...opened, start, ahead, operatorOf, olga: operatorOf('olga'), blocked };
}

/** Knows operators by their tenant, as a directory of an application does. */
function knowing(people: Readonly<Record<string, readonly string[]>>): Directory {
  return { principal: () => ({}), operator: ({ tenant, id }) => people[tenant]?.includes(id) ?? false };
}

test('recorded time that ran ahead is set back with a reason, and limits count at the real time again [D-042, D-045]', async () => {
  const { boundary, told, start, ahead, olga, blocked } = await aheadDepot();
  expect(await blocked()).toBe(true);
  const reset = await olga.clock.reset({ reason });
  expect(reset).toEqual({ kind: 'reset', from: ahead, to: start, counters: 1 });
  expect(await told('parcels.send', 'p-2')).toBe('executed');
  expect(await told('parcels.send', 'p-3')).toContain('throttled');
  const records = await evidenceOf(boundary, '');
  expect(records.at(-1)).toEqual({
    type: 'clock.reset',
    at: start,
    authentic: true,
    body: {
      operator: expect.stringMatching(/^[\w-]{43}$/),
      second: null,
      catalogue: boundary.catalogue.version,
      ...{ from: ahead, to: start, counters: 1, reason },
    },
  });
  expect(JSON.stringify(records)).not.toContain('olga');
});

test('it takes an operator of the installation: one of a tenant is refused, and so is whom the directory does not know there [D-045]', async () => {
  const { boundary, operatorOf, blocked } = await aheadDepot({
    directory: knowing({ acme: ['olga'], '': ['root'] }),
  });
  const refused = { kind: 'refused', reason: 'operator_unauthorized' };
  for (const [id, tenant] of [
    ['olga', 'acme'],
    ['root', 'acme'],
    ['olga', ''],
  ] as const) {
    expect(await operatorOf(id, tenant).clock.reset({ reason })).toEqual(refused);
    expect((await evidenceOf(boundary, tenant)).at(-1)).toMatchObject({
      type: 'operator.refused',
      authentic: true,
      body: { act: 'clock.reset', claim: null, reason: 'operator_unauthorized', fault: false },
    });
  }
  expect(await blocked()).toBe(true);
  expect(await operatorOf('root').clock.reset({ reason })).toMatchObject({ kind: 'reset' });
});

test('the installation has neither claims nor counters, and they are asked for as those of tenants are', async () => {
  const { olga, operatorOf } = await aheadDepot({ directory: knowing({ '': ['olga'] }) });
  expect(await olga.claims.list()).toEqual({ kind: 'listed', claims: [], next: null });
  expect(await olga.limits.list()).toEqual({ kind: 'listed', meters: [], next: null });
  expect(await olga.limits.prune({ reason })).toEqual({ kind: 'pruned', count: 0 });
  expect(await operatorOf('eve').claims.list()).toMatchObject({ reason: 'operator_unauthorized' });
});

test('where a second person is wanted, setting the clock back takes another operator of the installation', async () => {
  const { boundary, operatorOf, olga, blocked } = await aheadDepot({
    secondPerson: ['clock.reset'],
    directory: knowing({ acme: ['otto'], '': ['olga', 'otto'] }),
  });
  const reset = (second: Operator) => olga.clock.reset({ reason, second });
  expect(await olga.clock.reset({ reason })).toMatchObject({ reason: 'second_person_needed' });
  expect(await reset(operatorOf('olga'))).toMatchObject({ reason: 'second_person_needed' });
  expect(await reset(operatorOf('eve'))).toMatchObject({ reason: 'operator_unauthorized' });
  await expect(reset(operatorOf('otto', 'acme'))).rejects.toMatchObject({ code: 'options_invalid' });
  expect(await blocked()).toBe(true);
  expect(await reset(operatorOf('otto'))).toMatchObject({ kind: 'reset', counters: 1 });
  const { body } = (await evidenceOf(boundary, '')).at(-1)!;
  expect(body['second']).toEqual(expect.stringMatching(/^[\w-]{43}$/));
  expect(body['second']).not.toBe(body['operator']);
});

test.each<[string, unknown]>([
  ['no options', undefined],
  ['no reason', {}],
  ['a reason alone', reason],
  ['an empty reason', { reason: '' }],
  ['a blank reason', { reason: '  ' }],
  ['a reason that is no text', { reason: 7 }],
  ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
  ['a time to set it to', { reason, to: 0 }],
  ['a second person who is no handle', { reason, second: { tenant: '', id: 'otto' } }],
])('%s is misuse, and time stays as it is [D-045]', async (_title, options) => {
  const { boundary, olga, blocked } = await aheadDepot();
  await expect(olga.clock.reset(options as { reason: string })).rejects.toMatchObject({
    code: 'options_invalid',
  });
  expect(await blocked()).toBe(true);
  expect((await evidenceOf(boundary, '')).map(({ type }) => type)).not.toContain('clock.reset');
});

test('a store that fails is a fault of the store, and time stays as it is', async () => {
  const { store, bend } = bentStore();
  const { olga, blocked } = await aheadDepot({ store });
  bend({ resetClock: full });
  await expect(olga.clock.reset({ reason })).rejects.toMatchObject({ code: 'store_failed' });
  expect(await blocked()).toBe(true);
});

test('what people were asked, or agreed to, at a time that never was is over once time is set back [B-050]', async () => {
  const { boundary, session, clock, cancel, refund, as, counter } = await openCounter();
  const start = clock.now();
  const own = pendingOf(await cancel('o-3'));
  // Not so far that what was asked before is over at that time: whoever asks then would end it.
  clock.set(start + 600_000);
  const waiting = pendingOf(await cancel('o-1'));
  const agreed = pendingOf(await cancel('o-2'));
  await as('ann').approve(agreed.id, agreed.seen);
  const { id, seen } = pendingOf(await refund());
  await as('rita').approve(id, seen);
  clock.set(start);
  await boundary.operator({ tenant: '', id: 'olga' }).clock.reset({ reason });
  const expired = { kind: 'refused', reason: 'expired' };
  expect(await as('ann').approve(waiting.id, waiting.seen)).toEqual(expired);
  expect(await as('ron').approve(id, seen)).toEqual(expired);
  expect(await as('ann').list()).toMatchObject({ approvals: [{ approvalId: own.id }] });
  const anew = pendingOf(await cancel('o-2'));
  expect(anew.id).not.toBe(agreed.id);
  expect(anew.expiresAt).toBe(start + 900_000);
  expect(counter.effects).toEqual([]);
  // What was asked before the clock ran ahead is as it was.
  await as('ann').approve(own.id, own.seen);
  expect((await cancel('o-3')).kind).toBe('executed');
  // None of these counts among those that wait.
  for (let n = 1; n < 5; n += 1) {
    const note = await session.call('orders.cancel', { orderId: 'o-1', note: `${n}` });
    expect(note.kind).toBe('pending');
  }
});

/*
 * One test for each gate, named after it, that fails when that gate is taken out of src/pipeline.ts: `npm run
 * mutate:gates` takes them out.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { gatesOf, pipelineFile } from '../scripts/gate-mutation.ts';
import { type Capability, capability, jsonSchema, type Limit, withTenant } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { openCounter, pendingOf } from './approvals/counter.ts';
import { deskCapabilities, evidenceOf, newDesk, openDesk, reasonOf } from './desk.ts';
import { newTrip, openTrip, ref } from './runs/trip.ts';
import { root } from './sources.ts';

test('every gate of the pipeline has a test here that is named after it [D-038]', () => {
  const titles = [...readFileSync(import.meta.filename, 'utf8').matchAll(/^test\('([a-z-]+): /gm)];
  const gates = gatesOf(readFileSync(join(root, pipelineFile), 'utf8')).map(({ name }) => name);
  expect(titles.map(([, gate]) => gate)).toEqual(gates);
});

test('a well-formed call runs to its end, once [D-038] [well-formed]', async () => {
  const { session, desk } = await openDesk();
  const outcome = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(outcome).toMatchObject({ kind: 'executed', value: { cancelled: 'o-1' }, permit: 'allowed' });
  expect(desk.effects).toHaveLength(1);
});

test('binding: a session is refused outside of its ambient tenant, and without one where one is required [D-014]', async () => {
  const call = { orderId: 'o-1' };
  for (const tenancy of ['explicit', 'ambient'] as const) {
    const { boundary, session, desk } = await openDesk({ tenancy });
    const foreign = await withTenant('other', () => session.call('orders.cancel', call));
    expect(reasonOf(foreign)).toBe('binding_mismatch');
    if (tenancy === 'ambient')
      expect(reasonOf(await session.call('orders.cancel', call))).toBe('binding_mismatch');
    expect(desk.effects).toEqual([]);
    expect((await evidenceOf(boundary))[0]!.body).toMatchObject({ gate: 'binding', fault: false });
    const own = await withTenant('acme', () => session.call('orders.cancel', call));
    expect(own.kind).toBe('executed');
  }
});

test('meters: what was proposed, refused or reported too often stops the next call [B-112]', async () => {
  const limit: Limit = {
    name: 'asks',
    meter: 'proposals',
    key: 'conversation',
    shape: { kind: 'budget', max: 1 },
  };
  const { session, desk } = await openDesk({ limits: [limit] });
  expect((await session.call('orders.cancel', { orderId: 'o-1' })).kind).toBe('executed');
  const second = await session.call('orders.note', { orderId: 'o-1', note: 'hello' });
  expect(second).toMatchObject({ kind: 'throttled', limit: 'asks', retryAfter: null });
  expect(desk.effects).toHaveLength(1);
});

test('history: a conversation whose row was edited is refused [D-009]', async () => {
  const database = new Database(':memory:');
  const { session, desk } = await openDesk({ store: sqlite(database) });
  await session.call('orders.cancel', { orderId: 'o-1' });
  database.prepare('UPDATE countersign_conversation SET sources = 7').run();
  expect(reasonOf(await session.call('orders.note', { orderId: 'o-1', note: 'hello' }))).toBe(
    'history_invalid',
  );
  expect(desk.effects).toHaveLength(1);
});

test('conversation: nobody calls anything in a conversation of somebody else that is not shared [D-003]', async () => {
  const { boundary, session, desk } = await openDesk();
  const place = { tenant: 'acme', principal: 'bob', conversation: 'c-1' };
  const guest = boundary.session(place, { sharedBy: 'ann' });
  expect(reasonOf(await guest.call('orders.cancel', { orderId: 'o-2' }))).toBe('binding_mismatch');
  await session.share('bob');
  expect((await guest.call('orders.cancel', { orderId: 'o-2' })).kind).toBe('executed');
  await session.unshare('bob');
  expect(reasonOf(await guest.call('orders.note', { orderId: 'o-2', note: 'hello' }))).toBe(
    'binding_mismatch',
  );
  expect(desk.effects).toHaveLength(1);
});

test('delegation: nothing that was not delegated is told of, not even what was done before [D-066]', async () => {
  const { session, desk } = await openDesk();
  const cancel = (who: typeof session) => who.call('orders.cancel', { orderId: 'o-1' }, { callId: 'c' });
  expect((await cancel(session)).kind).toBe('executed');
  const delegate = session.delegate({ agent: 'clerk', capabilities: ['orders.note'] });
  expect(reasonOf(await cancel(delegate))).toBe('unknown_capability');
  expect((await cancel(session)).kind).toBe('replayed');
  expect(desk.effects).toHaveLength(1);
});

test('run: a step of a run that has ended, or is another’s, is refused [S-086]', async () => {
  const { boundary, session, trip } = await openTrip();
  const run = await session.run();
  await run.finish();
  expect(reasonOf(await session.call('flight.book', { ref: 'F' }, { run }))).toBe('run_closed');
  const open = await session.run();
  const other = boundary.session({ tenant: 'acme', principal: 'bob', conversation: 'c-1' });
  expect(reasonOf(await other.call('flight.book', { ref: 'F' }, { run: open }))).toBe('run_closed');
  expect(trip.effects).toEqual([]);
});

test('call-id: an id that comes again with other arguments, or for another capability, is refused [B-026]', async () => {
  const { session, desk } = await openDesk();
  const named = { callId: 'call-1' };
  await session.call('orders.view', { orderId: 'o-1' }, named);
  expect(reasonOf(await session.call('orders.view', { orderId: 'o-2' }, named))).toBe('call_id_reused');
  expect(reasonOf(await session.call('orders.cancel', { orderId: 'o-1' }, named))).toBe('call_id_reused');
  expect((await session.call('orders.view', { orderId: 'o-1' }, named)).kind).toBe('replayed');
  expect(desk.effects).toEqual(['view o-1']);
});

test('catalogue: a version that was superseded admits nothing [S-150]', async () => {
  const database = new Database(':memory:');
  const desk = newDesk();
  const old = await openDesk({ store: sqlite(database) }, desk);
  const next = await openDesk(
    { store: sqlite(database), capabilities: deskCapabilities(desk).slice(0, 3) },
    desk,
  );
  expect((await old.session.call('orders.view', { orderId: 'o-1' })).kind).toBe('executed');
  await next.boundary.supersedeOtherCatalogues('deployed');
  const outcome = await old.session.call('orders.view', { orderId: 'o-1' });
  expect(reasonOf(outcome)).toBe('catalogue_stale');
  expect((await next.session.call('orders.view', { orderId: 'o-1' })).kind).toBe('executed');
});

test('sequence: a call that another one has to come before is refused until it has [S-059]', async () => {
  const effects: string[] = [];
  const { session } = await openDesk({ capabilities: ordered(effects) });
  expect(await session.call('b.second', {})).toMatchObject({ reason: 'order_rule', detail: 'after a.first' });
  expect((await session.call('a.first', {})).kind).toBe('executed');
  expect((await session.call('b.second', {})).kind).toBe('executed');
  expect(effects).toEqual(['a.first', 'b.second']);
});

test('undo: what a step is not declared to be undone by any more undoes nothing [S-062]', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'countersign-')), 'trip.db');
  const trip = newTrip();
  const first = await openTrip({ store: sqlite(file) }, trip);
  const run = await first.session.run({ atomic: true });
  await first.session.call('flight.book', { ref: 'F' }, { run });
  await first.boundary.close();
  const changed = capability({
    name: 'flight.book',
    effect: 'write',
    ask: 'never',
    input: ref,
    authorize: () => true,
    execute: () => 'booked',
    undo: { with: 'hotel.cancel', arguments: () => ({ ref: 'F' }) },
  });
  const next = await openTrip({ store: sqlite(file), more: () => [changed] }, trip);
  const report = await (await next.session.run({ id: run.id })).undo();
  expect(report).toMatchObject({ state: 'undoing', failed: [{ reason: 'compensation_mismatch' }] });
  expect(trip.effects).toEqual(['flight.book F']);
  await next.boundary.close();
});

test('authorization: what the policy refuses goes no further than the check [B-094]', async () => {
  const { boundary, session, desk } = await openDesk();
  const foreseen = await session.check('orders.cancel', { orderId: 'o-2' });
  expect(foreseen).toMatchObject({ decision: 'deny', reason: 'unauthorized' });
  await session.call('orders.cancel', { orderId: 'o-2' });
  expect((await evidenceOf(boundary)).map(({ body }) => body['gate'])).toEqual(['authorization']);
  expect(desk.effects).toEqual([]);
});

test('person: what needs a person does not run before they agreed [B-035]', async () => {
  const { cancel, counter } = await openCounter();
  expect((await cancel()).kind).toBe('pending');
  expect(counter.effects).toEqual([]);
});

test('limits: a dry run foresees that a limit has no room [V-081]', async () => {
  const limit: Limit = { name: 'few', key: 'tenant', shape: { kind: 'budget', max: 1 } };
  const { session } = await openDesk({ limits: [limit] });
  await session.call('orders.cancel', { orderId: 'o-1' });
  const foreseen = await session.check('orders.note', { orderId: 'o-1', note: 'hello' });
  expect(foreseen).toMatchObject({ decision: 'throttle', reason: 'limit_exceeded', detail: 'few' });
});

test('operation: a dry run foresees that an operation was done already [V-091]', async () => {
  const { session } = await openDesk();
  await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  const foreseen = await session.check('orders.cancel', { orderId: 'o-1' }, { callId: 'call-2' });
  expect(foreseen).toMatchObject({ decision: 'deny', reason: 'duplicate', detail: 'completed' });
});

test('identity: another record under the same reference is refused at the refresh [V-074]', async () => {
  const { session, desk } = await openDesk();
  desk.onLoad = (count) => {
    if (count === 2) desk.orders.set('o-1', { ...desk.orders.get('o-1')!, id: 'o-77' });
  };
  const outcome = await session.call('orders.cancel', { orderId: 'o-1' });
  expect(reasonOf(outcome)).toBe('target_changed');
  expect(desk.effects).toEqual([]);
});

test('current-authorization: a right that was lost during the check is noticed before the effect [B-109]', async () => {
  const { session, desk } = await openDesk();
  desk.onLoad = (count) => {
    if (count === 2) desk.orders.get('o-1')!.customer = 'bob';
  };
  const outcome = await session.call('orders.cancel', { orderId: 'o-1' });
  expect(reasonOf(outcome)).toBe('unauthorized');
  expect(desk.effects).toEqual([]);
});

test('approval: what people agreed to is not what runs once its facts have changed [B-106]', async () => {
  const { cancel, counter, as } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  expect(await as('ann').approve(id, seen)).toMatchObject({ status: 'approved' });
  let loads = 0;
  counter.onLoad = () => {
    loads += 1;
    if (loads === 2) counter.orders.get('o-1')!.total = 9_900;
  };
  expect(reasonOf(await cancel())).toBe('approval_mismatch');
  expect(counter.effects).toEqual([]);
});

/** Two capabilities, the second of which comes after the first. */
function ordered(effects: string[]): readonly Capability[] {
  const step = (name: string, after: readonly string[]) =>
    capability({
      name,
      effect: 'write',
      ask: 'never',
      input: jsonSchema({ type: 'object', properties: {}, additionalProperties: false }),
      authorize: () => true,
      sequence: { after },
      execute: () => effects.push(name),
    });
  return [step('a.first', []), step('b.second', ['a.first'])];
}

/*
 * One action from the check to its record: what the executor is given, what a check leaves behind, what is written down.
 */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { capability, type Capability, type Clock, jsonSchema, resource } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { fakeClock } from '../src/testing/index.ts';
import { bentStore } from './bent-store.ts';
import { deskCapabilities, evidenceOf, held, newDesk, openDesk, reasonOf, turns } from './desk.ts';

test('what was loaded last is what is authorized, keyed and executed, and it is loaded no more [V-073, B-107]', async () => {
  const seen: unknown[] = [];
  let loads = 0;
  const { session } = await openDesk({
    capabilities: [
      capability({
        name: 'a.move',
        effect: 'write',
        ask: 'never',
        input: jsonSchema<{ readonly id: string }>({
          type: 'object',
          properties: { id: { type: 'string' } },
          required: ['id'],
        }),
        target: resource({
          type: 'thing',
          id: 'id',
          load: (_context, id: string) => ({ id, load: (loads += 1) }),
        }),
        authorize: ({ target, input }) => seen.push(target, input) > 0,
        once: ({ target, input }) => {
          seen.push(target, input);
          return { id: target.id };
        },
        execute: ({ target, input }) => {
          seen.push(target, input);
          return target.load;
        },
      }) as Capability,
    ],
  });
  expect(await session.call('a.move', { id: 'x' })).toMatchObject({ kind: 'executed', value: 2 });
  const [, , secondTarget, secondInput, ...after] = seen;
  expect(secondTarget).toMatchObject({ load: 2 });
  expect(Object.isFrozen(secondInput)).toBe(true);
  for (const [place, value] of after.entries())
    expect(value).toBe(place % 2 === 0 ? secondTarget : secondInput);
});

test('going without a refresh loads once, and evidence carries the reason [V-078]', async () => {
  let loads = 0;
  const { boundary, session } = await openDesk({
    capabilities: [
      capability({
        name: 'a.print',
        effect: 'write',
        ask: 'never',
        input: jsonSchema<{ readonly id: string }>({
          type: 'object',
          properties: { id: { type: 'string' } },
          required: ['id'],
        }),
        target: resource({
          type: 'page',
          id: 'id',
          load: (_context, id: string) => ({ id, load: (loads += 1) }),
        }),
        freshness: { snapshot: 'pages never change' },
        authorize: () => true,
        execute: () => null,
      }) as Capability,
    ],
  });
  expect((await session.call('a.print', { id: 'x' })).kind).toBe('executed');
  expect(loads).toBe(1);
  for (const { body } of await evidenceOf(boundary)) expect(body['snapshot']).toBe('pages never change');
});

test('a check writes nothing and runs nothing, whatever it answers [D-026]', async () => {
  const database = new Database(':memory:');
  const { session, desk } = await openDesk({ store: sqlite(database) });
  const before = database.prepare('SELECT total_changes() AS changes').get();
  const answers = [
    await session.check('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' }),
    await session.check('orders.cancel', { orderId: 'o-2' }),
    await session.check('orders.cancel', { orderId: 4 }),
    await session.check('orders.burn', {}),
  ];
  expect(answers.map(({ decision, reason }) => reason ?? decision)).toEqual([
    'permit',
    'unauthorized',
    'argument_schema',
    'unknown_capability',
  ]);
  expect(database.prepare('SELECT total_changes() AS changes').get()).toEqual(before);
  expect(desk.effects).toEqual([]);
});

test('the executor and its deadline start after admission, and a refusal starts neither [V-111, B-094]', async () => {
  const { store, real, bend } = bentStore();
  const clock = fakeClock();
  const timers: number[] = [];
  const after: Clock['after'] = (ms, then) => {
    timers.push(ms);
    return clock.after(ms, then);
  };
  const { boundary, session, desk } = await openDesk({ store, clock: { ...clock, after } });
  const deadlines = () => timers.filter((ms) => ms > 10_000);
  const during: string[][] = [];
  desk.cancel = async () => {
    during.push((await evidenceOf(boundary)).map(({ type }) => type));
    return null;
  };
  const admission = held();
  bend({
    admit: async (given) => {
      await admission.promise;
      return real.admit(given);
    },
  });
  await session.call('orders.cancel', { orderId: 'o-2' });
  const running = session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await turns();
  expect([during, deadlines()]).toEqual([[], []]);
  admission.resolve(null);
  expect((await running).kind).toBe('executed');
  expect([during, deadlines()]).toEqual([[['call.refused', 'call.admitted']], [60_000]]);
  for (const callId of ['call-1', 'call-2'])
    await session.call('orders.cancel', { orderId: 'o-1' }, { callId });
  bend({ admit: () => ({ kind: 'moved', what: 'catalogue' }) });
  desk.orders.get('o-1')!.version = 2;
  expect(reasonOf(await session.call('orders.cancel', { orderId: 'o-1' }))).toBe('contended');
  expect([during.length, deadlines()]).toEqual([1, [60_000]]);
});

test('every decision is on record with its reason, a duplicate included [S-079, V-109]', async () => {
  const { boundary, session } = await openDesk();
  await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-2' });
  await session.call('orders.cancel', { orderId: 'o-2' }, { callId: 'call-3' });
  await session.call('orders.cancel', { orderId: 'o-3' }, { callId: 'call-4' });
  expect((await evidenceOf(boundary)).map(({ type, body }) => body['reason'] ?? type)).toEqual([
    'call.admitted',
    'call.executed',
    'duplicate',
    'unauthorized',
    'target_not_found',
  ]);
});

test('a result that looks like a denial is an executed result [W-11]', async () => {
  const { session, desk } = await openDesk();
  desk.cancel = () => ({ kind: 'denied', reason: 'unauthorized', message: 'This action is not available.' });
  const outcome = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(outcome).toMatchObject({
    kind: 'executed',
    value: { kind: 'denied', reason: 'unauthorized' },
    message: 'Done.',
  });
  expect((await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' })).kind).toBe(
    'replayed',
  );
});

test('a key of an operation that is no plain object is a fault, and nothing runs [V-106]', async () => {
  for (const key of [
    'text',
    7,
    null,
    undefined,
    ['list'],
    new Date(0),
    { when: new Date(0) },
    { n: Number.NaN },
  ]) {
    const desk = newDesk();
    const [, , cancel] = deskCapabilities(desk);
    expect(cancel.name).toBe('orders.cancel');
    const { session } = await openDesk({
      capabilities: [
        capability({
          name: 'a.once',
          effect: 'write',
          ask: 'never',
          input: jsonSchema<Record<never, never>>({ type: 'object', properties: {} }),
          authorize: () => true,
          once: () => key as never,
          execute: () => desk.effects.push('ran'),
        }) as Capability,
      ],
    });
    await expect(session.call('a.once', {})).rejects.toMatchObject({ code: 'decision_unavailable' });
    expect(desk.effects).toEqual([]);
  }
});

test('without a declared key an operation belongs to its principal [V-098]', async () => {
  const { boundary, session, desk } = await openDesk();
  desk.authorize = () => true;
  const other = boundary.session({ tenant: 'acme', principal: 'bob', conversation: 'c-2' });
  const outcomes: string[] = [];
  desk.effects.push = (...effects) => {
    for (const effect of effects) if (effect.startsWith('note')) throw new Error('the line is down');
    return 0;
  };
  const note = { orderId: 'o-1', note: 'call back' };
  outcomes.push((await session.call('orders.note', note, { callId: 'call-1' })).kind);
  outcomes.push(reasonOf(await session.call('orders.note', note, { callId: 'call-2' })));
  outcomes.push((await other.call('orders.note', note, { callId: 'call-3' })).kind);
  expect(outcomes).toEqual(['indeterminate', 'duplicate', 'indeterminate']);
});

test('a conversation under another owner’s row goes no further [S-053]', async () => {
  const database = new Database(':memory:');
  const { boundary, session, desk } = await openDesk({ store: sqlite(database) });
  const stranger = boundary.session({ tenant: 'acme', principal: 'bob', conversation: 'c-1' });
  desk.authorize = () => true;
  await stranger.call('orders.view', { orderId: 'o-2' });
  const owners = database.prepare('SELECT owner FROM countersign_conversation').pluck().all();
  await session.call('orders.view', { orderId: 'o-1' });
  database.prepare('DELETE FROM countersign_conversation WHERE owner = ?').run(owners[0]);
  database.prepare('UPDATE countersign_conversation SET owner = ?').run(owners[0]);
  expect(reasonOf(await stranger.call('orders.cancel', { orderId: 'o-2' }))).toBe('history_invalid');
  expect(desk.effects).toHaveLength(2);
});

/** Every function that can be reached from a value by its own and inherited members, by its path. */
function functionsOf(name: string, value: unknown, seen = new Set<unknown>()): readonly string[] {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
    return [];
  if ([Object.prototype, Array.prototype, Function.prototype].some((builtin) => builtin === value)) return [];
  seen.add(value);
  const members = Reflect.ownKeys(value).flatMap((key) =>
    functionsOf(`${name}.${String(key)}`, Reflect.get(value, key), seen),
  );
  const inherited = functionsOf(`${name}.__proto__`, Reflect.getPrototypeOf(value), seen);
  return [...(typeof value === 'function' ? [name] : []), ...members, ...inherited];
}

test('an executor is reached through the call of a session alone, and once for each admission [S-078]', async () => {
  const desk = newDesk();
  const capabilities = deskCapabilities(desk);
  const { boundary, session } = await openDesk({ capabilities }, desk);
  expect(functionsOf('capabilities', capabilities)).toEqual([]);
  expect(functionsOf('catalogue', boundary.catalogue)).toEqual([]);
  expect(functionsOf('session', session).toSorted()).toEqual([
    'session.call',
    'session.check',
    'session.delegate',
    'session.heard',
    'session.preflight',
    'session.run',
    'session.saw',
    'session.share',
    'session.spent',
    'session.unshare',
  ]);
  expect(functionsOf('boundary', boundary).toSorted()).toEqual([
    'boundary.approver',
    'boundary.close',
    'boundary.evidence',
    'boundary.gateway.approve',
    'boundary.gateway.reject',
    'boundary.gateway.request',
    'boundary.gateway.revoke',
    'boundary.gateway.verify',
    'boundary.gateway.verifyForExecution',
    'boundary.operator',
    'boundary.session',
    'boundary.supersedeOtherCatalogues',
  ]);
  expect(functionsOf('operator', boundary.operator({ tenant: 'acme', id: 'olga' })).toSorted()).toEqual([
    'operator.approvals.revoke',
    'operator.claims.list',
    'operator.claims.resolve',
    'operator.claims.show',
    'operator.clock.reset',
    'operator.limits.list',
    'operator.limits.prune',
    'operator.runs.list',
    'operator.runs.release',
    'operator.runs.show',
    'operator.runs.undo',
  ]);
  await session.check('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(desk.effects).toEqual([]);
  for (const callId of ['call-1', 'call-1', 'call-2'])
    await session.call('orders.cancel', { orderId: 'o-1' }, { callId });
  const admitted = (await evidenceOf(boundary)).filter(({ type }) => type === 'call.admitted');
  expect(desk.effects).toHaveLength(1);
  expect(admitted).toHaveLength(1);
});

test('a definition that stops being in force while it is checked is not executed [B-110]', async () => {
  const database = new Database(':memory:');
  const desk = newDesk();
  const old = await openDesk({ store: sqlite(database) }, desk);
  const next = await openDesk(
    { store: sqlite(database), capabilities: deskCapabilities(desk).slice(0, 3) },
    desk,
  );
  const admitted = desk.authorize;
  let asked = 0;
  desk.authorize = async (order, principal) => {
    asked += 1;
    if (asked === 2) await next.boundary.supersedeOtherCatalogues('deployed');
    return admitted(order, principal);
  };
  expect(reasonOf(await old.session.call('orders.cancel', { orderId: 'o-1' }))).toBe('catalogue_stale');
  expect(desk.effects).toEqual([]);
});

import { expect, test } from 'vitest';
import type { Limit } from '../../src/index.ts';
import { evidenceOf } from '../desk.ts';
import { nothing, openDepot } from './depot.ts';

const minute = 60_000;
const budget = (max: number) => ({ kind: 'budget', max }) as const;

test('amounts add up exactly, in whole units at their scale [B-119]', async () => {
  const { told } = await openDepot({
    insure: [
      {
        name: 'insured',
        meter: 'value',
        scale: 2,
        key: 'principal',
        units: ({ target }) => target.cents,
        shape: budget(1_000),
      },
    ],
  });
  expect(await told('parcels.insure', 'p-4')).toBe('executed');
  expect(await told('parcels.insure', 'p-5')).toBe('executed');
  expect(await told('parcels.insure', 'p-2')).toBe('throttled by insured for null');
  expect(await told('parcels.insure', 'p-1')).toBe('executed');
  expect(await told('parcels.insure', 'p-1')).toBe('throttled by insured for null');
  // What takes nothing always has room.
  expect(await told('parcels.insure', 'p-0')).toBe('executed');
});

test('an amount that is no whole number of units, or below zero, runs nothing and gives nothing back [B-119]', async () => {
  const amounts: readonly unknown[] = [
    -5,
    Number.NaN,
    '5',
    '1e9',
    Infinity,
    0.1 + 0.2,
    null,
    undefined,
    2 ** 53,
  ];
  let amount: unknown = 1;
  const { told, depot, boundary } = await openDepot({
    insure: [
      {
        name: 'insured',
        meter: 'value',
        scale: 2,
        key: 'principal',
        units: () => amount as number,
        shape: budget(2),
      },
    ],
  });
  for (amount of amounts) expect(await told('parcels.insure', 'p-1')).toBe('denied authorization_error');
  expect(depot.effects).toEqual([]);
  const refused = (await evidenceOf(boundary)).filter(({ type }) => type === 'call.refused');
  expect(refused[0]!.body).toMatchObject({ fault: true, gate: 'levies', detail: 'insured' });
  amount = 2;
  expect(await told('parcels.insure', 'p-1')).toBe('executed');
  amount = 1;
  expect(await told('parcels.insure', 'p-1')).toContain('throttled');
});

test('risk adds up over capabilities, each with units of its own', async () => {
  const risk = (units: number): Limit => ({
    name: 'risk',
    meter: 'risk',
    key: 'conversation',
    units,
    shape: budget(10),
  });
  const { told, sessionOf } = await openDepot({ send: [risk(7)], insure: [risk(3)], track: [risk(1)] });
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  expect(await told('parcels.insure', 'p-1')).toBe('executed');
  expect(await told('parcels.track', 'p-1')).toContain('throttled by risk');
  expect(await told('parcels.track', 'p-1', {}, sessionOf('ann', 'c-2'))).toBe('executed');
});

test('successes are counted per target, and a read that failed was none', async () => {
  const { told, depot } = await openDepot({
    track: [
      {
        name: 'tracked',
        meter: 'successes',
        key: 'principal',
        shape: { kind: 'sliding_window', max: 1, every: minute },
      },
      { name: 'asked', key: 'principal', shape: budget(4) },
    ],
  });
  depot.act = () => {
    throw new Error('the scanner is down');
  };
  expect(await told('parcels.track', 'p-1')).toBe('failed');
  depot.act = () => 'here';
  expect(await told('parcels.track', 'p-1')).toBe('executed');
  expect(await told('parcels.track', 'p-1')).toContain('throttled by tracked');
  expect(await told('parcels.track', 'p-2')).toBe('executed');
  depot.act = nothing;
  expect(await told('parcels.track', 'p-3')).toBe('failed');
  depot.act = () => 'here';
  // The read that failed cost one of the four all the same; the one that did not happen cost none.
  expect(await told('parcels.track', 'p-3')).toBe('executed');
  expect(await told('parcels.track', 'p-4')).toContain('throttled by asked');
});

test('proposals count whatever becomes of them, also of names that do not exist, and bound a loop', async () => {
  const { told, sessionOf } = await openDepot(
    {},
    { limits: [{ name: 'turns', meter: 'proposals', key: 'conversation', shape: budget(4) }] },
  );
  expect(await told('parcels.send', 'none')).toBe('denied target_not_found');
  expect(await told('parcels.lose', 'p-1')).toBe('denied unknown_capability');
  expect(await told('parcels.track', 'p-1')).toBe('executed');
  expect(await told('parcels.send', 'b-1')).toBe('denied unauthorized');
  expect(await told('parcels.track', 'p-1')).toBe('throttled by turns for null');
  expect(await told('parcels.track', 'p-1', {}, sessionOf('ann', 'c-2'))).toBe('executed');
});

test('a delegate spends nothing of what watches a capability that was not delegated, and learns nothing from it [D-066]', async () => {
  const asks = { name: 'asks', meter: 'proposals', key: 'principal', shape: budget(2) } as const;
  const { told, session } = await openDepot({ send: [asks] });
  const clerk = session.delegate({ agent: 'clerk', capabilities: ['parcels.track'] });
  for (let n = 0; n < 3; n += 1)
    expect(await told('parcels.send', 'p-1', {}, clerk)).toBe('denied unknown_capability');
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  expect(await told('parcels.send', 'p-2')).toBe('executed');
  expect(await told('parcels.send', 'p-2')).toBe('throttled by asks for null');
  expect(await told('parcels.send', 'p-1', {}, clerk)).toBe('denied unknown_capability');
});

test('a proposal is counted once, however often its call has to be checked again', async () => {
  const { told, depot, session } = await openDepot({
    send: [
      { name: 'asks', meter: 'proposals', key: 'principal', shape: budget(2) },
      { name: 'sends', key: 'principal', shape: { kind: 'fixed_window', max: 5, every: minute } },
    ],
  });
  expect(await session.check('parcels.send', { parcel: 'p-1' })).toMatchObject({ decision: 'permit' });
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  expect(await told('parcels.send', 'p-2')).toBe('executed');
  expect(await told('parcels.send', 'p-3')).toBe('throttled by asks for null');
  expect(await session.check('parcels.send', { parcel: 'p-3' })).toMatchObject({ detail: 'asks' });
  expect(depot.effects).toHaveLength(2);
});

test('refusals stop what comes after them, and no throttling or fault is a refusal', async () => {
  const { told, depot, clock } = await openDepot({
    send: [
      {
        name: 'refused',
        meter: 'denials',
        key: 'principal',
        shape: { kind: 'sliding_window', max: 3, every: minute },
      },
    ],
  });
  depot.mayAct = false;
  expect(await told('parcels.send', 'p-1')).toBe('denied unauthorized');
  expect(await told('parcels.send', 'p-1', { amount: 'x' })).toBe('denied argument_schema');
  clock.advance(30_000);
  expect(await told('parcels.send', 'none')).toBe('denied target_not_found');
  depot.mayAct = true;
  expect(await told('parcels.send', 'p-1')).toBe('throttled by refused for 30000');
  expect(await told('parcels.track', 'p-1')).toBe('executed');
  clock.advance(30_000);
  expect(await told('parcels.send', 'p-1')).toBe('executed');
});

test('trying one target after the other ends; trying one again and again does not count again', async () => {
  const { told } = await openDepot(
    {},
    {
      limits: [
        {
          name: 'probing',
          meter: 'denied_targets',
          key: 'principal',
          shape: { kind: 'sliding_window', max: 3, every: minute },
        },
      ],
    },
  );
  for (let n = 0; n < 9; n += 1) expect(await told('parcels.track', 'b-1')).toBe('denied unauthorized');
  expect(await told('parcels.send', 'b-1')).toBe('denied unauthorized');
  expect(await told('parcels.track', 'x-1')).toBe('denied target_not_found');
  expect(await told('parcels.track', 'p-1')).toBe('executed');
  expect(await told('parcels.track', 'x-2')).toBe('denied target_not_found');
  expect(await told('parcels.track', 'p-1')).toBe('throttled by probing for 60000');
});

test('what the host reports can only stop the next call, and is on record', async () => {
  const { told, session, sessionOf, boundary } = await openDepot(
    {},
    {
      limits: [
        { name: 'tokens', meter: 'tokens', key: 'conversation', shape: budget(1_000) },
        { name: 'cost', meter: 'cost', scale: 4, key: 'tenant', shape: budget(50_000) },
        { name: 'plans', meter: 'planner_calls', key: 'conversation', shape: budget(2) },
      ],
    },
  );
  await session.spent({ tokens: 999 });
  expect(await told('parcels.track', 'p-1')).toBe('executed');
  await session.spent({ tokens: 5_000, cost: 49_999 });
  expect(await told('parcels.track', 'p-1')).toBe('throttled by tokens for null');
  const other = sessionOf('ann', 'c-2');
  await other.spent({ plannerCalls: 1 });
  expect(await told('parcels.track', 'p-1', {}, other)).toBe('executed');
  await other.spent({ plannerCalls: 1 });
  expect(await told('parcels.track', 'p-1', {}, other)).toBe('throttled by plans for null');
  await sessionOf('bob').spent({ cost: 1 });
  expect(await told('parcels.track', 'b-1', {}, sessionOf('bob', 'c-9'))).toBe('throttled by cost for null');
  const reports = (await evidenceOf(boundary)).filter(({ type }) => type === 'usage.reported');
  expect(reports.map(({ body }) => [body['tokens'], body['cost'], body['plannerCalls']])).toEqual([
    [999, null, null],
    [5_000, 49_999, null],
    [null, null, 1],
    [null, null, 1],
    [null, 1, null],
  ]);
});

test('a report that is no number of units is refused, since a limit that hears nothing is not kept', async () => {
  const { session } = await openDepot({});
  for (const used of [
    {},
    { tokens: -1 },
    { tokens: 1.5 },
    { tokens: Number.NaN },
    { token: 1 },
    null,
    7,
    { cost: '5' },
  ])
    await expect(session.spent(used as never)).rejects.toMatchObject({ code: 'context_invalid' });
});

test('a limit whose key is null does not apply; one whose key is anything else than an object is a fault', async () => {
  let key: unknown = null;
  const { told } = await openDepot({
    send: [{ name: 'sends', key: () => key as null, shape: budget(1) }],
  });
  for (let n = 0; n < 3; n += 1) expect(await told('parcels.send', `p-${n}`)).toBe('executed');
  for (key of [
    undefined,
    'ann',
    7,
    [],
    {},
    new Map(),
    Promise.resolve({ a: 1 }),
    { a: undefined },
    { a: Number.NaN },
  ])
    expect(await told('parcels.send', 'p-4')).toBe('denied authorization_error');
  key = { region: 'eu' };
  expect(await told('parcels.send', 'p-5')).toBe('executed');
  expect(await told('parcels.send', 'p-6')).toContain('throttled');
  key = { region: 'us' };
  expect(await told('parcels.send', 'p-6')).toBe('executed');
});

test('a key or an amount that throws is a fault of that limit, with its cause for operators alone', async () => {
  const cause = new Error('no such region');
  const { call } = await openDepot({
    send: [
      {
        name: 'sends',
        key: () => {
          throw cause;
        },
        shape: budget(1),
      },
    ],
  });
  const outcome = await call('parcels.send', 'p-1');
  expect(outcome).toMatchObject({ kind: 'denied', reason: 'authorization_error', detail: 'sends', cause });
  expect(JSON.stringify(outcome)).not.toContain('region');
});

test('a watching limit whose key cannot be worked out refuses, and names itself', async () => {
  const { call } = await openDepot({
    send: [{ name: 'asks', meter: 'proposals', key: () => undefined as never, shape: budget(1) }],
  });
  expect(await call('parcels.send', 'p-1')).toMatchObject({
    kind: 'denied',
    reason: 'authorization_error',
    gate: 'meters',
    detail: 'asks',
  });
});

test('a limit of what is out of an agent’s reach tells that agent nothing, and loses nothing to it [S-050]', async () => {
  const { boundary, told } = await openDepot(
    { send: [{ name: 'pace', meter: 'proposals', key: 'tenant', shape: budget(1) }] },
    {
      agents: {
        reader: { capabilities: ['parcels.track'] },
        sender: { capabilities: ['parcels.send'] },
      },
    },
  );
  const as = (agent: string) =>
    boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1', agent });
  for (let n = 0; n < 3; n += 1)
    expect(await told('parcels.send', 'p-1', {}, as('reader'))).toBe('denied unknown_capability');
  expect(await told('parcels.send', 'p-1', {}, as('sender'))).toBe('executed');
  expect(await told('parcels.send', 'p-2', {}, as('sender'))).toContain('throttled by pace');
});

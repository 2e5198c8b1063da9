import { expect, test } from 'vitest';
import type { ContextInput } from '../action/index.ts';
import { admissionLevies } from './admission-levies.ts';
import { call, context, keys, limit, target } from './levies.fixture.ts';
import type { RegisteredLimit } from './limit.ts';

function keyFor(members: Partial<RegisteredLimit>, called = call()): string | undefined {
  return admissionLevies(keys, [limit(members)], called)[0]?.key;
}

function keyIn(key: RegisteredLimit['key'], who: Partial<ContextInput>): string | undefined {
  return keyFor({ key }, call({ context: context(who) }));
}

test.each<[RegisteredLimit['key'], Partial<ContextInput>, Partial<ContextInput>]>([
  ['tenant', { tenant: 'other' }, { principal: 'p-2', conversation: 'c-2', agent: 'desk', subject: 's' }],
  ['principal', { principal: 'p-2' }, { conversation: 'c-2', agent: 'desk', subject: 's' }],
  ['subject', { subject: 's' }, { conversation: 'c-2', agent: 'desk' }],
  ['agent', { agent: 'desk' }, { principal: 'p-2', conversation: 'c-2', subject: 's' }],
  ['conversation', { conversation: 'c-2' }, { agent: 'desk', subject: 's' }],
])(
  'a limit kept per %s is separate for each, and the same whatever else differs [V-083]',
  (key, apart, together) => {
    expect(keyIn(key, apart)).not.toBe(keyIn(key, {}));
    expect(keyIn(key, together)).toBe(keyIn(key, {}));
  },
);

test('every meter belongs to its tenant, whatever it is kept per [V-083]', () => {
  for (const key of ['tenant', 'principal', 'subject', 'agent', 'conversation'] as const)
    expect(keyIn(key, { tenant: 'other' })).not.toBe(keyIn(key, {}));
  const own = { key: () => ({ a: 1 }) };
  expect(keyFor(own, call({ context: context({ tenant: 'other' }) }))).not.toBe(keyFor(own));
});

test('a conversation is one of a principal, and a subject that is not given is the principal', () => {
  expect(keyIn('conversation', { principal: 'p-2' })).not.toBe(keyIn('conversation', {}));
  expect(keyIn('subject', { principal: 'p-2', subject: 'p-1' })).toBe(keyIn('subject', {}));
});

test('a limit kept per target, and successes whatever they are kept per, are separate for each target', () => {
  const one = call({ target: target({ id: '1' }) });
  const other = call({ target: target({ id: '2' }) });
  const another = call({ target: target({ id: '1' }, 'invoice') });
  for (const members of [{ key: 'target' }, { meter: 'successes' }] as const) {
    const found = [one, other, another].map((called) => keyFor(members, called));
    expect(new Set(found).size).toBe(3);
    expect(keyFor(members, one)).toBe(found[0]);
  }
  const elsewhere = { ...one, context: context({ principal: 'p-2' }) };
  expect(keyFor({ key: 'target' }, elsewhere)).toBe(keyFor({ key: 'target' }, one));
  expect(keyFor({ meter: 'successes' }, elsewhere)).not.toBe(keyFor({ meter: 'successes' }, one));
});

test('a function sees the context, the arguments and the target, frozen, and its answer names the meter', () => {
  const seen: unknown[] = [];
  const key: RegisteredLimit['key'] = (given) => {
    seen.push(given);
    return { order: given.input['orderId'] ?? null };
  };
  const called = call({ input: { orderId: '7' }, target: target({ id: '7' }) });
  const first = keyFor({ key }, called);
  expect(seen).toEqual([
    { context: called.context, input: { orderId: '7' }, target: { cents: 1234, id: '7' } },
  ]);
  expect(Object.isFrozen(seen[0])).toBe(true);
  expect(keyFor({ key }, { ...called, context: context({ principal: 'p-2' }) })).toBe(first);
  expect(keyFor({ key }, { ...called, input: { orderId: '8' } })).not.toBe(first);
});

test('the order of members of a key does not count [V-090]', () => {
  expect(keyFor({ key: () => ({ a: 1, b: 2 }) })).toBe(keyFor({ key: () => ({ b: 2, a: 1 }) }));
});

test('a limit does not apply where its function answers null, nor takes anything where there are no units', () => {
  const limits = [
    limit({ key: () => null }),
    limit({ name: 'free', units: 0 }),
    limit({ name: 'b', units: () => 0 }),
  ];
  expect(admissionLevies(keys, limits, call())).toEqual([]);
});

test('units are the declared ones, or what a function answers for the call', () => {
  const limits = [
    limit({ units: 3 }),
    limit({ name: 'spend', units: ({ target: found }) => centsOf(found) }),
  ];
  const levies = admissionLevies(keys, limits, call({ target: target({ id: '1' }) }));
  expect(levies.map(({ units, mark }) => [units, mark])).toEqual([
    [3, null],
    [1234, null],
  ]);
  expect(levies.map(({ limit: one }) => one)).toEqual(limits);
});

function centsOf(found: unknown): number {
  return typeof found === 'object' && found !== null && 'cents' in found ? Number(found.cents) : NaN;
}

test('watching meters take nothing at admission', () => {
  const watching = ['proposals', 'denials', 'denied_targets', 'tokens', 'cost', 'planner_calls'] as const;
  const limits = watching.map((meter) => limit({ name: meter, meter, key: () => ({ never: 'asked' }) }));
  expect(admissionLevies(keys, limits, call())).toEqual([]);
});

test('how a limit measures names its meter, so that another measure counts anew; another maximum goes on', () => {
  const window = { kind: 'fixed_window', max: 5, every: 1000 } as const;
  const base = keyFor({ shape: window });
  expect(keyFor({ shape: { ...window, max: 9 } })).toBe(base);
  const measures: readonly Partial<RegisteredLimit>[] = [
    { shape: { ...window, every: 2000 } },
    { shape: { ...window, every: 'day', timeZone: 'UTC' } },
    { shape: { ...window, every: 'day', timeZone: 'Asia/Tokyo' } },
    { shape: { kind: 'sliding_window', max: 5, every: 1000 } },
    { shape: { kind: 'token_bucket', max: 5, refill: 1, every: 1000 } },
    { shape: { kind: 'budget', max: 5 } },
    { shape: window, meter: 'risk' },
    { shape: window, meter: 'value', scale: 2 },
    { shape: window, meter: 'value', scale: 3 },
  ];
  expect(new Set([base, ...measures.map((measure) => keyFor(measure))]).size).toBe(measures.length + 1);
});

test('a key tells a reader of the database nothing', () => {
  const key = keyFor({ key: () => ({ card: '4111111111111111' }) });
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

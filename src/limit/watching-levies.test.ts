import { expect, test } from 'vitest';
import { context, keys, limit } from './levies.fixture.ts';
import type { RegisteredLimit } from './limit.ts';
import { watchingLevies } from './watching-levies.ts';

const limits = [
  limit({ name: 'asked', meter: 'proposals', key: 'conversation' }),
  limit({ name: 'refused', meter: 'denials' }),
  limit({ name: 'probed', meter: 'denied_targets' }),
  limit({ name: 'tokens', meter: 'tokens' }),
  limit({ name: 'spent', meter: 'executions' }),
];

test('only limits of the meters that are asked for are levied, by one unit each', () => {
  const given = { context: context() };
  const found = watchingLevies(keys, limits, ['proposals', 'denials'], given);
  expect(found.map(({ limit: { name }, units, mark }) => [name, units, mark])).toEqual([
    ['asked', 1, null],
    ['refused', 1, null],
  ]);
  expect(watchingLevies(keys, limits, [], given)).toEqual([]);
});

test('what admission takes from is never counted by watching, even if it is asked for', () => {
  expect(watchingLevies(keys, limits, ['executions'], { context: context() })).toEqual([]);
});

test('reported units are counted by meter, and none is no charge', () => {
  const given = { context: context(), units: { tokens: 512, denials: 0 } };
  const found = watchingLevies(keys, limits, ['tokens', 'denials', 'proposals'], given);
  expect(found.map(({ limit: { name }, units }) => [name, units])).toEqual([
    ['asked', 1],
    ['tokens', 512],
  ]);
});

test('a mark goes to denied targets only, blinded, the same for the same target of a tenant', () => {
  const marked = (mark: string, tenant = 'acme') =>
    watchingLevies(keys, limits, ['denials', 'denied_targets'], { context: context({ tenant }), mark });
  const [refused, probed] = marked('order-1');
  expect(refused?.mark).toBe(null);
  expect(probed?.mark).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(marked('order-1')[1]?.mark).toBe(probed?.mark);
  expect(marked('order-2')[1]?.mark).not.toBe(probed?.mark);
  expect(marked('order-1', 'other')[1]?.mark).not.toBe(probed?.mark);
});

test('a function sees the context and nothing of the arguments; null means that the limit does not apply', () => {
  const seen: unknown[] = [];
  const key: RegisteredLimit['key'] = (given) => {
    seen.push(given);
    return given.context.agent === null ? null : { agent: given.context.agent };
  };
  const one = [limit({ meter: 'proposals', key })];
  expect(watchingLevies(keys, one, ['proposals'], { context: context() })).toEqual([]);
  const [desk] = watchingLevies(keys, one, ['proposals'], { context: context({ agent: 'desk' }) });
  const [back] = watchingLevies(keys, one, ['proposals'], { context: context({ agent: 'back' }) });
  expect(desk?.key).not.toBe(back?.key);
  expect(seen[0]).toEqual({ context: context(), input: {}, target: undefined });
});

test('looking and counting name the same meter, one a principal [V-083]', () => {
  const name = (principal: string, units?: number) =>
    watchingLevies(keys, limits, ['tokens'], {
      context: context({ principal }),
      ...(units === undefined ? {} : { units: { tokens: units } }),
    })[0]?.key;
  expect(name('p-1')).toBe(name('p-1', 99));
  expect(name('p-1')).not.toBe(name('p-2'));
});

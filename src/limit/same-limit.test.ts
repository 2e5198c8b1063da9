import { expect, test } from 'vitest';
import { limit } from './levies.fixture.ts';
import type { RegisteredLimit } from './limit.ts';
import { sharedProblems } from './same-limit.ts';

function between(one: Partial<RegisteredLimit>, other: Partial<RegisteredLimit>): readonly string[] {
  return sharedProblems([
    { where: 'the boundary', limits: [] },
    { where: 'capability "a"', limits: [limit({ name: 'other', units: 2 }), limit(one)] },
    { where: 'capability "b"', limits: [limit(other)] },
  ]);
}

const window = { kind: 'fixed_window', max: 5, every: 'day', timeZone: 'UTC' } as const;

test.each<[string, Partial<RegisteredLimit>, Partial<RegisteredLimit>]>([
  ['their functions', { key: () => ({ a: 1 }), units: () => 1 }, { key: () => ({ b: 1 }), units: () => 2 }],
  ['the units of one call', { units: 1 }, { units: 5 }],
  ['how units are given', { units: 1 }, { units: () => 5 }],
  ['nothing', { shape: window }, { shape: { timeZone: 'UTC', every: 'day', max: 5, kind: 'fixed_window' } }],
])('limits of one name may differ in %s', (_what, one, other) => {
  expect(between(one, other)).toEqual([]);
});

test.each<[string, Partial<RegisteredLimit>, Partial<RegisteredLimit>]>([
  ['shapes', { shape: { kind: 'budget', max: 5 } }, { shape: { kind: 'budget', max: 6 } }],
  ['shapes', { shape: window }, { shape: { ...window, timeZone: 'Asia/Tokyo' } }],
  ['meters', { meter: 'executions' }, { meter: 'risk' }],
  ['scales', { meter: 'value', scale: 2 }, { meter: 'value', scale: 3 }],
  ['keys', { key: 'principal' }, { key: 'tenant' }],
  ['keys', { key: 'principal' }, { key: () => ({}) }],
])(
  'limits of one name with different %s are a problem that names both places [V-090]',
  (what, one, other) => {
    expect(between(one, other)).toEqual([
      `limit "daily" has different ${what} in capability "a" and capability "b"`,
    ]);
  },
);

test('names that differ only in case are a problem: they were meant to be one', () => {
  expect(between({ name: 'daily' }, { name: 'Daily' })).toEqual([
    'limits "daily" in capability "a" and "Daily" in capability "b" differ only in case',
  ]);
});

test('a limit that hosts report to has one key function, since a report names no capability', () => {
  const key = () => ({ a: 1 });
  const tokens = { meter: 'tokens', key } as const;
  expect(between(tokens, tokens)).toEqual([]);
  expect(between(tokens, { ...tokens, key: () => ({ a: 1 }) })).toEqual([
    'limit "daily" has different key functions in capability "a" and capability "b"',
  ]);
  expect(between({ ...tokens, meter: 'denials' }, { meter: 'denials', key: () => ({ a: 1 }) })).toEqual([]);
});

test('every limit of cost reads what is reported at one scale [B-119]', () => {
  const cost = { meter: 'cost', scale: 2 } as const;
  expect(between({ ...cost, name: 'day' }, { ...cost, name: 'month' })).toEqual([]);
  expect(between({ ...cost, name: 'day' }, { ...cost, name: 'month', scale: 3 })).toEqual([
    'limits "day" in capability "a" and "month" in capability "b" count cost at different scales, and what is reported is one number',
  ]);
  expect(between(cost, { ...cost, scale: 3 })).toEqual([
    'limit "daily" has different scales in capability "a" and capability "b"',
  ]);
  const value = { meter: 'value', name: 'day' } as const;
  expect(between({ ...value, scale: 2 }, { ...value, name: 'month', scale: 3 })).toEqual([]);
});

test('every difference is found together, each against the first place', () => {
  const found = sharedProblems([
    { where: 'the boundary', limits: [limit()] },
    { where: 'capability "a"', limits: [limit({ key: 'tenant', meter: 'risk' })] },
    { where: 'capability "b"', limits: [limit({ key: 'tenant', meter: 'risk' })] },
  ]);
  expect(found).toHaveLength(4);
  for (const sentence of found) expect(sentence).toContain('in the boundary and capability');
});

import { expect, test } from 'vitest';
import { declaredLimits } from './declared-limits.ts';
import type { RegisteredLimit } from './limit.ts';

const budget = { kind: 'budget', max: 5 };
const window = { kind: 'fixed_window', max: 5, every: 1000 };
const sliding = { kind: 'sliding_window', max: 5, every: 1000 };
const bucket = { kind: 'token_bucket', max: 5, refill: 1, every: 1000 };
const good = { name: 'daily', shape: budget, key: 'principal' };

function read(value: unknown, noTarget: string | null = null) {
  const problems: string[] = [];
  const limits: readonly RegisteredLimit[] = declaredLimits(value, noTarget, problems);
  return { limits, problems };
}

/** What is wrong with the one limit. */
function wrong(members: object, noTarget: string | null = null): readonly string[] {
  return read([{ ...good, ...members }], noTarget).problems;
}

test('a limit is registered frozen, with defaults in place', () => {
  const { limits, problems } = read([good]);
  expect(problems).toEqual([]);
  expect(limits).toEqual([
    {
      ...{ name: 'daily', meter: 'executions', shape: budget, scale: null, key: 'principal', units: 1 },
      ruleAt: expect.any(Function),
    },
  ]);
  for (const value of [limits, limits[0], limits[0]?.shape]) expect(Object.isFrozen(value)).toBe(true);
  expect(read(undefined)).toEqual({ limits: [], problems: [] });
  expect(read([])).toEqual({ limits: [], problems: [] });
});

test.each<[string, object]>([
  ['a budget', { shape: budget }],
  ['windows of milliseconds', { shape: window }],
  ['windows of the longest length', { shape: { ...window, every: 315_360_000_000 } }],
  ['a maximum of 0, which blocks all', { shape: { ...window, max: 0 } }],
  ['a maximum of a milliard', { shape: { ...window, max: 1e9 } }],
  ['a sliding window', { shape: { ...sliding, max: 1000 } }],
  ['a sliding window of large amounts', { shape: { ...sliding, max: 1e9 }, meter: 'risk', units: () => 5 }],
  ['a sliding window of known amounts', { shape: { ...sliding, max: 5000 }, meter: 'risk', units: 5 }],
  ['a sliding window of tokens', { shape: { ...sliding, max: 1e6 }, meter: 'tokens' }],
  ['a bucket', { shape: bucket }],
  ['amounts', { meter: 'value', scale: 2, units: () => 5 }],
  ['amounts without decimals', { meter: 'value', scale: 0, units: 5 }],
  ['reported cost', { meter: 'cost', scale: 6 }],
  ['units of nothing', { units: 0 }],
  ['a key function', { key: () => ({}) }],
  ['a key per target', { key: 'target' }],
  ['successes', { meter: 'successes' }],
  ['denied targets', { meter: 'denied_targets', shape: sliding }],
  ['a member left undefined', { units: undefined, scale: undefined, meter: undefined }],
])('a limit with %s is fine', (_what, members) => {
  expect(wrong(members)).toEqual([]);
});

test.each(['hour', 'day', 'week', 'month'])(
  'a window of a calendar %s has a time zone, UTC by default',
  (every) => {
    expect(read([{ ...good, shape: { ...window, every } }]).limits[0]?.shape).toEqual({
      ...window,
      every,
      timeZone: 'UTC',
    });
    expect(wrong({ shape: { ...window, every, timeZone: 'Asia/Tokyo' } })).toEqual([]);
  },
);

const notWhole: readonly unknown[] = [
  -1,
  NaN,
  Infinity,
  1.5,
  2 ** 53,
  '5',
  '',
  null,
  undefined,
  true,
  [5],
  5n,
];

test.each(notWhole.map((max) => [max]))(
  'a maximum of %s is refused in every shape [V-090] [B-119]',
  (max) => {
    for (const shape of [budget, window, sliding, bucket]) {
      const found = wrong({ shape: { ...shape, max } });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(
        /^has a limit "daily" that has "shape\.max", which must be a whole number from 0/,
      );
    }
  },
);

test.each([...notWhole, 0, 315_360_000_001].map((every) => [every]))(
  'a window or refill of %s milliseconds is refused [V-090] [B-119]',
  (every) => {
    for (const shape of [window, sliding, bucket]) {
      const found = wrong({ shape: { ...shape, every } });
      expect(found).toHaveLength(1);
      expect(found[0]).toContain('has "shape.every", which must be whole milliseconds from 1 to');
    }
  },
);

test.each([...notWhole, 0].map((refill) => [refill]))('a refill of %s is refused [B-119]', (refill) => {
  expect(wrong({ shape: { ...bucket, refill } })).toEqual([
    'has a limit "daily" that has "shape.refill", which must be a whole number, at least 1',
  ]);
});

test('a bucket whose arithmetic would not be exact is refused [B-119]', () => {
  const year = 31_536_000_000;
  for (const shape of [
    { ...bucket, max: 1e6, every: year },
    { ...bucket, refill: 1e6, every: year },
  ])
    expect(wrong({ shape })[0]).toContain('are at most 9,007,199,254,740,991');
  expect(wrong({ shape: { ...bucket, max: 285_616, every: year } })).toEqual([]);
});

test.each([
  ['a shape that is none', { shape: 'budget' }, 'has "shape", which must be an object whose "kind" is'],
  ['no shape', { shape: undefined }, 'has "shape", which must be an object whose "kind" is'],
  ['an unknown kind', { shape: { kind: 'leaky', max: 5 } }, 'has "shape", which must be'],
  ['an inherited kind', { shape: { kind: 'toString', max: 5 } }, 'has "shape", which must be'],
  ['a window of a budget', { shape: { ...budget, every: 5 } }, 'has a member "every" in a shape "budget"'],
  ['a calendar that slides', { shape: { ...sliding, every: 'day' } }, 'has "shape.every"'],
  ['an unknown unit', { shape: { ...window, every: 'year' } }, 'has "shape.every"'],
  ['a zone of milliseconds', { shape: { ...window, timeZone: 'UTC' } }, 'has "shape.timeZone"'],
  ['an unknown zone', { shape: { ...window, every: 'day', timeZone: 'Mars' } }, 'has "shape.timeZone"'],
  ['an offset as a zone', { shape: { ...window, every: 'day', timeZone: '+02:00' } }, 'has "shape.timeZone"'],
  ['an unknown member', { window: 5 }, 'has a member "window", which does not exist'],
  ['an unknown meter', { meter: 'calls' }, 'has "meter", which must be one of executions, successes,'],
  ['a meter of null', { meter: null }, 'has "meter"'],
  ['an inherited meter', { meter: 'constructor' }, 'has "meter"'],
  ['no key', { key: undefined }, 'needs "key"'],
  ['an unknown key', { key: 'user' }, 'has "key", which must be one of tenant, principal'],
  ['a key that is an object', { key: { order: 1 } }, 'has "key"'],
  ['a scale of nothing', { meter: 'value', units: 1 }, 'needs "scale"'],
  ['a scale of text', { meter: 'cost', scale: '2' }, 'needs "scale"'],
  ['a scale of 13', { meter: 'cost', scale: 13 }, 'needs "scale"'],
  [
    'a scale where there are no amounts',
    { scale: 2 },
    'has "scale", and meter "executions" counts no amounts',
  ],
  ['no units of amounts', { meter: 'value', scale: 2 }, 'needs "units" of one call'],
  ['no units of risk', { meter: 'risk' }, 'needs "units" of one call'],
  ['negative units', { units: -5 }, 'has "units", which must be a whole number'],
  ['units of NaN', { units: NaN }, 'has "units", which must be a whole number'],
  ['units of text', { units: '5' }, 'has "units", which must be a whole number'],
  ['units of a fraction', { units: 0.5 }, 'has "units", which must be a whole number'],
  ['units of a watching meter', { meter: 'tokens', units: 1 }, 'has "units", and those of meter "tokens"'],
  [
    'a watching meter per target',
    { meter: 'denials', key: 'target' },
    'is kept per "target", and meter "denials"',
  ],
  [
    'a sliding window that is too long',
    { shape: { ...sliding, max: 1001 } },
    'remembers at most 1,000 calls',
  ],
  [
    'a sliding window of too many proposals',
    { shape: { ...sliding, max: 1e9 }, meter: 'proposals' },
    'use a fixed_window or a token_bucket',
  ],
  [
    'a sliding window that known units never fill',
    { shape: { ...sliding, max: 5001 }, meter: 'risk', units: 5 },
    'remembers at most 1,000 calls',
  ],
  ['denied targets ever', { meter: 'denied_targets' }, 'needs a fixed_window or a sliding_window'],
  [
    'too many denied targets',
    { meter: 'denied_targets', shape: { ...window, max: 1001 } },
    'at most 1,000 targets are remembered',
  ],
])('a limit with %s is one problem [V-090] [B-119]', (_what, members, says) => {
  const found = wrong(members);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^has a limit "daily" that /);
  expect(found[0]).toContain(says);
});

test('what is kept per target needs one, and the sentence says why there is none', () => {
  expect(wrong({ key: 'target' }, 'the capability has no target')).toEqual([
    'has a limit "daily" that is kept per "target", and the capability has no target',
  ]);
  expect(wrong({ meter: 'successes' }, 'not every capability has one')).toEqual([
    'has a limit "daily" that counts "successes" per target, and not every capability has one',
  ]);
});

test('every problem of every limit is found together', () => {
  const { problems } = read([
    { name: 'a', shape: { ...window, max: -1 }, key: 'user', scale: 2 },
    good,
    { ...good, name: 'b', units: 'x', extra: 1 },
  ]);
  expect(problems.filter((one) => one.startsWith('has a limit "a" '))).toHaveLength(3);
  expect(problems.filter((one) => one.startsWith('has a limit "b" '))).toHaveLength(2);
  expect(problems).toHaveLength(5);
});

test('a name twice in one list is a problem, also where it is the same limit', () => {
  expect(read([good, { ...good, name: 'other' }, good]).problems).toEqual([
    'has more than one limit "daily"',
  ]);
});

test('a declaration has 32 limits and no more', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...good, name: `n${index}` }));
  expect(read(many(32)).problems).toEqual([]);
  expect(read(many(33)).problems).toEqual(['has "limits", which must be at most 32']);
  expect(read(new Array(4_294_967_295)).problems).toEqual(['has "limits", which must be at most 32']);
});

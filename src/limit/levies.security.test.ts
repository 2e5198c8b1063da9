import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admissionLevies } from './admission-levies.ts';
import { call, context, keys, limit, target } from './levies.fixture.ts';
import { LimitFault } from './limit-fault.ts';
import type { RegisteredLimit } from './limit.ts';
import { watchingLevies } from './watching-levies.ts';

/** A limit as JavaScript may declare it. */
function loose(members: Readonly<Record<string, unknown>>): RegisteredLimit {
  return Object.assign(limit(), members);
}

function faultOf(run: () => unknown): LimitFault {
  try {
    run();
  } catch (error) {
    if (error instanceof LimitFault) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

class Key {
  readonly order = '1';
}

const proxy: unknown = new Proxy({ order: '1' }, {});
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

const badKeys: readonly (readonly [string, () => unknown])[] = [
  ['undefined', () => undefined],
  ['text', () => 'order-1'],
  ['a number', () => 1],
  ['true', () => true],
  ['a list', () => [1]],
  ['an empty object', () => ({})],
  ['an undefined member', () => ({ order: undefined })],
  ['NaN', () => ({ amount: NaN })],
  ['an instance', () => new Key()],
  ['a date', () => new Date(0)],
  ['a map', () => new Map()],
  ['a proxy', () => proxy],
  ['a cycle', () => cycle],
  ['an accessor', () => Object.defineProperty({}, 'a', { get: () => 1, enumerable: true })],
  ['a promise', () => Promise.resolve({ order: '1' })],
  ['a promise that is rejected', () => Promise.reject(new Error('secret'))],
  ['a function', () => () => ({})],
  ['half a surrogate pair', () => ({ order: '\ud800' })],
  [
    'something thrown',
    () => {
      throw new Error('secret');
    },
  ],
];

test.each(badKeys)('a key that is %s is a fault, before and at admission [V-090]', (_what, key) => {
  const faults = [
    faultOf(() => admissionLevies(keys, [loose({ key })], call())),
    faultOf(() =>
      watchingLevies(keys, [loose({ key, meter: 'proposals' })], ['proposals'], { context: context() }),
    ),
  ];
  for (const fault of faults) {
    expect(fault.limit).toBe('daily');
    expect(fault.message).toBe('the limit "daily" could not be worked out');
  }
});

const badUnits: readonly unknown[] = [
  ...[-5, -1, NaN, Infinity, -Infinity, 0.5, 0.1 + 0.2, 2 ** 53, 1e300],
  ...['5', '1e9', '', null, undefined, true, [5], {}, 5n, new Date(5), Object(5), Promise.resolve(5)],
];

test.each(badUnits.map((units) => [units]))('units of %s are a fault, never a number [B-119]', (units) => {
  const fault = faultOf(() => admissionLevies(keys, [loose({ meter: 'value', units: () => units })], call()));
  expect(fault.limit).toBe('daily');
  expect(fault.cause).toBeInstanceOf(TypeError);
});

test.each([[-5], [NaN], [Infinity], [0.1 + 0.2], ['5'], [null]])(
  'reported units of %s are a fault [B-119]',
  (tokens) => {
    const given = { context: context(), units: Object.assign({}, { tokens }) };
    const run = () =>
      Reflect.apply(watchingLevies, undefined, [keys, [limit({ meter: 'tokens' })], ['tokens'], given]);
    expect(faultOf(run).limit).toBe('daily');
  },
);

test('functions that throw are a fault whose message says nothing of what was thrown', () => {
  const fail = (): never => {
    throw new Error('secret');
  };
  const fault = faultOf(() => admissionLevies(keys, [limit({ units: fail })], call()));
  expect(fault.message).not.toContain('secret');
  expect(fault.cause).toEqual(new Error('secret'));
});

test('a limit per target is a fault where there is no target: it never becomes a limit for all', () => {
  for (const members of [{ key: 'target' }, { meter: 'successes' }] as const)
    expect(faultOf(() => admissionLevies(keys, [limit(members)], call())).limit).toBe('daily');
  const watching = [limit({ meter: 'denials', key: 'target' })];
  expect(faultOf(() => watchingLevies(keys, watching, ['denials'], { context: context() })).limit).toBe(
    'daily',
  );
});

test('one faulty limit is a fault, whatever the others are', () => {
  const limits = [limit({ name: 'fine' }), loose({ key: () => undefined }), limit({ name: 'last' })];
  expect(() => admissionLevies(keys, limits, call())).toThrow(LimitFault);
});

test('what functions are given cannot be changed, so one cannot lead the next one astray', () => {
  const seen: unknown[] = [];
  const meddle: RegisteredLimit['key'] = (given) => {
    seen.push(given);
    Reflect.set(given, 'target', 'another');
    Reflect.set(given.context, 'principal', 'another');
    return { a: 1 };
  };
  const units: RegisteredLimit['units'] = ({ target: found }) => (found === 'another' ? 0 : 7);
  const [levy] = admissionLevies(
    keys,
    [limit({ key: meddle, units })],
    call({ target: target({ id: '1' }) }),
  );
  expect(levy?.units).toBe(7);
});

test('texts chosen to look like another kind of key never name the same meter', () => {
  const words = ['tenant', 'principal', 'subject', 'agent', 'conversation'] as const;
  const text = fc.oneof(
    fc.constantFrom('principal', 'key', 'target', 'p', '["principal","p"]', 'order'),
    fc.string({ minLength: 1, maxLength: 8 }).filter((one) => one.trim() === one && !/\p{Cc}/u.test(one)),
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      const who = context({ principal: one, conversation: other, agent: one, subject: other });
      const at = call({ context: who, target: target({ [one]: other }, other) });
      const limits: readonly RegisteredLimit[] = [
        ...words.map((key) => limit({ key })),
        limit({ key: 'target' }),
        ...[{ principal: one }, { tenant: one }, { target: other, x: { [one]: other } }].map((key) =>
          limit({ key: () => key }),
        ),
        limit({ meter: 'successes', key: 'target' }),
        limit({ meter: 'successes', key: () => ({ [one]: other }) }),
      ];
      const found = admissionLevies(keys, limits, at).map(({ key }) => key);
      expect(new Set(found).size).toBe(limits.length);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { declaredLimits } from './declared-limits.ts';
import type { RegisteredLimit } from './limit.ts';

const good = { name: 'daily', shape: { kind: 'budget', max: 5 }, key: 'principal' };

function read(value: unknown): { limits: readonly RegisteredLimit[]; problems: readonly string[] } {
  const problems: string[] = [];
  return { limits: declaredLimits(value, null, problems), problems };
}

function hostile(members: readonly string[], other: object = good): object {
  const made = { ...other };
  for (const member of members)
    Object.defineProperty(made, member, {
      enumerable: true,
      get() {
        throw new Error('secret');
      },
    });
  return made;
}

test.each([
  ['null', null],
  ['an object', { 0: good, length: 1 }],
  ['text', 'daily'],
  ['a set', new Set([good])],
  ['a function', () => [good]],
  ['a number', 5],
])('limits that are %s are a problem', (_what, value) => {
  expect(read(value).problems).toEqual(['has "limits", which must be a list']);
});

test.each([
  ['null', null],
  ['text', 'daily'],
  ['a list', [good]],
  ['a hole', undefined],
  ['a function', () => good],
])('a limit that is %s is a problem', (_what, value) => {
  expect(read([good, value]).problems).toEqual(['has a limit number 2 that is no object']);
});

test('a list, a limit, a shape or a member that throws when it is read is a problem, and says nothing of why', () => {
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const listing = new Proxy(good, {
    ownKeys() {
      throw new Error('secret');
    },
  });
  const values = [
    revoked.proxy,
    new Proxy([good], {
      get() {
        throw new Error('secret');
      },
    }),
    [listing],
    [hostile(['name'])],
    [hostile(['shape'])],
    [hostile(['meter', 'key', 'units', 'scale'])],
    [{ ...good, shape: hostile(['kind'], good.shape) }],
    [{ ...good, shape: hostile(['max'], good.shape) }],
    [{ ...good, shape: listing }],
  ];
  for (const value of values) {
    const { problems } = read(value);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join(' ')).not.toContain('secret');
  }
});

test('members are read once, so what was checked is what counts', () => {
  let reads = 0;
  const shape = Object.defineProperty({ kind: 'budget' }, 'max', {
    enumerable: true,
    get: () => (reads++ === 0 ? 5 : 1e9),
  });
  const { limits, problems } = read([{ ...good, shape }]);
  expect(problems).toEqual([]);
  expect(limits[0]?.shape).toEqual({ kind: 'budget', max: 5 });
  expect(reads).toBe(1);
});

test('a declaration changed afterwards changes nothing', () => {
  const shape = { kind: 'budget', max: 5 };
  const declared = { ...good, shape };
  const list = [declared];
  const { limits } = read(list);
  shape.max = 1e9;
  declared.key = 'tenant';
  list.length = 0;
  expect(limits).toMatchObject([{ key: 'principal', shape: { max: 5 } }]);
});

test('a member that is inherited does not count, and a maximum cannot be lent by a prototype', () => {
  const lent = Object.create({ max: 1e9 }, { kind: { value: 'budget', enumerable: true } });
  expect(read([{ ...good, shape: lent }]).problems).toHaveLength(1);
  expect(read([Object.create(good)]).problems.length).toBeGreaterThan(0);
});

test.each([
  ['verify\u200b'],
  ['d\u0430ily'],
  ['Da ily'],
  ['-daily'],
  ['daily.'],
  [''],
  ['x'.repeat(129)],
  [5],
  [null],
])('a name like %j is a problem, as it is for a capability [V-090] [B-088]', (name) => {
  const { problems } = read([{ ...good, name }]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^has a limit number 1 that has (a|no|an)\b/);
});

test('whatever is declared, nothing is thrown, and what is answered without a problem is well-formed', () => {
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
    fc.constantFrom(
      'budget',
      'fixed_window',
      'sliding_window',
      'token_bucket',
      'day',
      'UTC',
      'tenant',
      'value',
      1,
      2,
      5,
    ),
  );
  const shape = fc.oneof(
    value,
    fc.record(
      { kind: value, max: value, every: value, refill: value, timeZone: value },
      { requiredKeys: [] },
    ),
  );
  const limit = fc.record(
    { name: fc.constantFrom('a', 'b', 5), shape, meter: value, scale: value, key: value, units: value },
    { requiredKeys: ['name'] },
  );
  fc.assert(
    fc.property(fc.oneof(value, fc.array(fc.oneof(value, limit), { maxLength: 3 })), (declared) => {
      const { limits, problems } = read(declared);
      if (problems.length > 0) return;
      for (const { shape: found, units } of limits) {
        expect(Number.isSafeInteger(found.max) && found.max >= 0).toBe(true);
        expect(typeof units === 'function' || (Number.isSafeInteger(units) && units >= 0)).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CurrentRights, narrowed, standing } from './standing.ts';

const levels = ['password', 'mfa', 'hardware'];

test('of rights that two say something about both count, and one that says nothing narrows nothing [D-066]', () => {
  expect(narrowed({}, {}, levels)).toEqual({});
  expect(narrowed({ grant: ['a'] }, {}, levels)).toEqual({ grant: ['a'] });
  expect(narrowed({}, { grant: ['a'] }, levels)).toEqual({ grant: ['a'] });
  expect(narrowed({ grant: ['a', 'b'] }, { grant: ['b', 'c'] }, levels)).toEqual({ grant: ['b'] });
  expect(narrowed({ grant: ['a'] }, { grant: [] }, levels)).toEqual({ grant: [] });
  expect(narrowed({ assurance: 'mfa' }, { assurance: 'password' }, levels)).toEqual({
    assurance: 'password',
  });
  expect(narrowed({ assurance: 'mfa' }, {}, levels)).toEqual({ assurance: 'mfa' });
  expect(narrowed({ assurance: 'mfa' }, { assurance: 'unheard of' }, levels)).toEqual({
    assurance: 'unheard of',
  });
});

test('narrowed rights let through exactly what each lets through [D-066]', () => {
  const rights: fc.Arbitrary<CurrentRights> = fc.record(
    {
      grant: fc.subarray(['a', 'b', 'c']),
      assurance: fc.constantFrom(...levels, 'unheard of'),
    },
    { requiredKeys: [] },
  );
  const requires = fc.record({
    grant: fc.subarray(['a', 'b', 'c']),
    assurance: fc.constantFrom(null, ...levels),
  });
  const context = { grant: ['a', 'b', 'c'], assurance: 'hardware' };
  fc.assert(
    fc.property(requires, rights, rights, (needs, one, other) => {
      const lets = (given: CurrentRights) => standing(needs, context, given, levels) === null;
      expect(lets(narrowed(one, other, levels))).toBe(lets(one) && lets(other));
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strictCopy } from '../json/index.ts';
import type { Json } from '../json/json.ts';
import { Difference, unchanged } from './unchanged.ts';

const value = fc
  .jsonValue({ maxDepth: 4 })
  .map((json) => strictCopy(json))
  .filter((copy) => copy.ok)
  .map((copy) => copy.value);

/** Every value inside, with its path. */
function places(
  inside: Json,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof inside !== 'object' || inside === null) return [path];
  return [path, ...Object.entries<Json>(inside).flatMap(([name, inner]) => places(inner, [...path, name]))];
}

/** A copy in which `change` answers for the value at `path`. */
function changed(
  inside: unknown,
  path: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(structuredClone(inside));
  const copy: unknown = structuredClone(inside);
  if (typeof copy !== 'object' || copy === null) throw new Error('no such place');
  const old: unknown = Reflect.get(copy, name);
  Object.defineProperty(copy, name, { value: changed(old, rest, change), enumerable: true });
  return copy;
}

test('an equal answer gives back the very input', () => {
  fc.assert(
    fc.property(value, (input) => {
      expect(unchanged(input, structuredClone(input))).toBe(input);
    }),
  );
});

test('a value of another kind is found at any depth', () => {
  const other = (old: unknown): unknown => (typeof old === 'string' ? 0 : 'rewritten');
  fc.assert(
    fc.property(value, fc.nat(), (input, pick) => {
      const all = places(input);
      const path = all[pick % all.length] ?? [];
      expect(unchanged(input, changed(input, path, other))).toBeInstanceOf(Difference);
    }),
  );
});

test('a dropped member or item is found at any depth', () => {
  const shorter = (old: unknown): unknown =>
    Array.isArray(old) ? old.slice(1) : Object.fromEntries(Object.entries(Object(old)).slice(1));
  fc.assert(
    fc.property(
      fc.record({ o: value, l: fc.array(value, { minLength: 1 }), m: fc.record({ a: value }) }),
      fc.constantFrom('l', 'm', ''),
      (input, at) => {
        expect(unchanged(input, changed(input, at === '' ? [] : [at], shorter))).toBeInstanceOf(Difference);
      },
    ),
  );
});

test('what was added is there, what was given is as it was, and the result is frozen', () => {
  fc.assert(
    fc.property(value, value, (input, added) => {
      const result = unchanged({ given: input }, { added, given: structuredClone(input) });
      expect(result).toEqual({ given: input, added });
      expect(Object.isFrozen(result)).toBe(true);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText } from './canonical.ts';
import { strictCopy } from './strict.ts';

/** Anything at all: instances, holes, symbols, bigints, typed arrays, objects without a prototype. */
const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
});

/** Things that answer back at every touch. */
const traps: readonly (() => unknown)[] = [
  () => ({
    get trap(): unknown {
      return expect.unreachable('touched');
    },
  }),
  () => new Proxy({}, new Proxy({}, { get: () => expect.unreachable('touched') })),
];

function deeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(deeplyFrozen);
}

test('whatever comes in, either a frozen copy equal to it or a refusal comes out, and nothing is thrown [D-031, B-010, B-011]', () => {
  let accepted = 0;
  fc.assert(
    fc.property(anything, (value) => {
      const result = strictCopy(value);
      if (!result.ok) return;
      accepted += 1;
      expect(deeplyFrozen(result.value)).toBe(true);
      expect(JSON.parse(canonicalText(result.value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 2000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test('whatever stands beside a trap, it is refused and the trap is not touched [B-011]', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(...traps), (value, trap) => {
      expect(strictCopy([trap(), value]).ok).toBe(false);
      expect(strictCopy({ value, trap: trap() }).ok).toBe(false);
    }),
  );
});

test('a copy of a copy has the same canonical text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const first = strictCopy(value);
      if (!first.ok) return;
      expect(strictCopy(first.value)).toEqual(first);
      expect(canonicalText(first.value)).toBe(canonicalText(JSON.parse(JSON.stringify(value))));
    }),
  );
});

test('bytes are never under-counted: what is accepted fits the bound, what fits is accepted', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.integer({ min: 1, max: 120 }), (value, bytes) => {
      const unbounded = strictCopy(value);
      if (!unbounded.ok) return;
      const size = Buffer.byteLength(canonicalText(unbounded.value));
      expect(strictCopy(value, { depth: 64, nodes: 10_000, bytes }).ok).toBe(size <= bytes);
    }),
    { numRuns: 1000 },
  );
});

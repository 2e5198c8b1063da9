import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asked, type Asking, type Need, needOf } from './need.ts';

const facts = () => ({ shown: 1 });
const names = ['a', 'b', 'c', 'd'] as const;

const capabilities: fc.Arbitrary<Asking> = fc.record({
  ask: fc.constantFrom('in-doubt', 'in-doubt', 'in-doubt', 'always', 'never', 'function'),
  confirm: fc.option(fc.constant({ facts, ttl: 10 })),
  review: fc.option(
    fc.integer({ min: 1, max: 10 }).map((quorum) => ({ facts, ttl: 20, quorum, approvers: () => true })),
  ),
  roles: fc
    .array(fc.constantFrom('plain', 'plain', 'amount', null), { maxLength: names.length })
    .map((roles) => roles.map((role, place) => ({ argument: names[place] ?? '', role }))),
  schema: fc.record({ partial: fc.boolean() }),
});

const calls: fc.Arbitrary<Asked> = fc.record({
  policy: fc.option(fc.record({ kind: fc.constantFrom('confirm', 'review'), code: fc.constant('large') })),
  own: fc.constantFrom(true, false, null),
  // Mostly there: nothing is added to what nobody can be asked about.
  target: fc.constantFrom(true, true, true, false),
  person: fc.boolean(),
  given: fc.uniqueArray(fc.constantFrom(...names, 'unknown'), { maxLength: 2 }),
  before: fc.boolean(),
});

/** How hard it is to get through: freely, past one person, past others, not at all. */
function strength(need: Need | 'nobody' | null): number {
  if (need === null) return 0;
  if (need === 'nobody') return 1_000;
  return need.kind === 'confirm' ? 1 : 1 + need.quorum;
}

/** Holds that `more` asks at least what `less` asks, for at least its reasons. */
function expectAtLeast(more: Need | 'nobody' | null, less: Need | 'nobody' | null): void {
  expect(strength(more)).toBeGreaterThanOrEqual(strength(less));
  if (more === null || less === null || more === 'nobody' || less === 'nobody') return;
  expect(more.reasons).toEqual(expect.arrayContaining([...less.reasons]));
  expect(more.doubtful).toEqual(expect.arrayContaining([...less.doubtful]));
}

test('more arguments, whatever they are, only add questions', () => {
  let added = 0;
  fc.assert(
    fc.property(capabilities, calls, fc.array(fc.string()), (capability, asked, extra) => {
      const less = needOf(capability, asked);
      const more = needOf(capability, { ...asked, given: [...asked.given, ...extra] });
      if (strength(more) > strength(less)) added += 1;
      expectAtLeast(more, less);
    }),
    { numRuns: 2_000 },
  );
  expect(added).toBeGreaterThan(5);
});

test('knowing less of an argument, or of the schema, only adds questions', () => {
  fc.assert(
    fc.property(capabilities, calls, fc.nat(), (capability, asked, place) => {
      const roles = capability.roles.map((one, at) =>
        at === place % Math.max(1, capability.roles.length) ? { ...one, role: null } : one,
      );
      const less = needOf(capability, asked);
      expectAtLeast(needOf({ ...capability, roles }, asked), less);
      expectAtLeast(needOf({ ...capability, roles: [] }, asked), less);
      expectAtLeast(needOf({ ...capability, schema: { partial: true } }, asked), less);
    }),
    { numRuns: 2_000 },
  );
});

test('policy that asks, nobody behind the principal, and no target only add questions', () => {
  fc.assert(
    fc.property(capabilities, calls, (capability, asked) => {
      const less = needOf(capability, { ...asked, policy: null });
      const confirmed = needOf(capability, { ...asked, policy: { kind: 'confirm', code: 'large' } });
      expectAtLeast(confirmed, less);
      expectAtLeast(needOf(capability, { ...asked, policy: { kind: 'review', code: 'large' } }), confirmed);
      const need = needOf(capability, asked);
      expectAtLeast(needOf(capability, { ...asked, person: false }), need);
      expectAtLeast(needOf(capability, { ...asked, target: false }), need);
    }),
    { numRuns: 2_000 },
  );
});

test('the order of arguments decides nothing', () => {
  fc.assert(
    fc.property(capabilities, calls, (capability, asked) => {
      const need = needOf(capability, asked);
      const reordered = needOf(capability, { ...asked, given: asked.given.toReversed() });
      expectAtLeast(reordered, need);
      expectAtLeast(need, reordered);
    }),
  );
});

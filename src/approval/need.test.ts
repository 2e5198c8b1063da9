import { expect, test } from 'vitest';
import type { NeedReason } from '../decision.ts';
import type { RegisteredConfirm, RegisteredReview } from './approval.ts';
import { type Asked, type Asking, needOf } from './need.ts';

const confirm: RegisteredConfirm = { facts: () => ({ shown: 'confirm' }), ttl: 10 };
const review: RegisteredReview = {
  facts: () => ({ shown: 'review' }),
  ttl: 20,
  quorum: 3,
  approvers: () => true,
};

const base: Asking = {
  ask: 'in-doubt',
  confirm,
  review,
  roles: [
    { argument: 'plain', role: 'plain' },
    { argument: 'amount', role: 'amount' },
    { argument: 'vague', role: null },
  ],
  schema: { partial: false },
};
const quiet: Asked = { policy: null, own: null, target: true, person: true, given: ['plain'], before: false };

/** Everything that can be said of one call and its capability, in every combination. */
function* everything(): Generator<readonly [capability: Asking, asked: Asked]> {
  for (const ask of ['in-doubt', 'always', 'never', 'function'] as const)
    for (const own of ask === 'function' ? [true, false, null] : [null])
      for (const kind of [null, 'confirm', 'review'] as const)
        for (const given of [[], ['plain'], ['amount'], ['vague', 'plain'], ['unknown']])
          for (const bits of Array(64).keys()) {
            const bit = (place: number): boolean => (bits & (1 << place)) !== 0;
            yield [
              {
                ...base,
                ask,
                confirm: bit(0) ? confirm : null,
                review: bit(1) ? review : null,
                schema: { partial: bit(2) },
              },
              {
                policy: kind === null ? null : { kind, code: 'large' },
                own,
                given,
                target: bit(3),
                person: bit(4),
                before: bit(5),
              },
            ];
          }
}

/** Why people are asked, one rule at a time. */
function reasonsOf({ ask, schema }: Asking, { policy, own, given }: Asked): readonly NeedReason[] {
  const found: NeedReason[] = [];
  if (policy !== null) found.push('policy');
  if (ask === 'in-doubt' && given.some((name) => name !== 'plain')) found.push('argument_origin');
  if (ask === 'in-doubt' && schema.partial) found.push('schema_partial');
  if (ask === 'always') found.push('write');
  if (ask === 'function' && own !== false) found.push('write');
  return found;
}

/**
 * Whom to ask where somebody has to be and there is a target: by what policy said, what is declared (`c`, `r`), and
 * whether a person stands behind the principal (`p`) or none (`-`).
 */
const whom: Readonly<Record<string, 'confirm' | 'review' | 'nobody'>> = {
  'none cr p': 'confirm',
  'none cr -': 'review',
  'none c p': 'confirm',
  'none c -': 'nobody',
  'none r p': 'review',
  'none r -': 'review',
  'none  p': 'nobody',
  'none  -': 'nobody',
  'confirm cr p': 'confirm',
  'confirm cr -': 'review',
  'confirm c p': 'confirm',
  'confirm c -': 'nobody',
  'confirm r p': 'review',
  'confirm r -': 'review',
  'confirm  p': 'nobody',
  'confirm  -': 'nobody',
  'review cr p': 'review',
  'review cr -': 'review',
  'review c p': 'nobody',
  'review c -': 'nobody',
  'review r p': 'review',
  'review r -': 'review',
  'review  p': 'nobody',
  'review  -': 'nobody',
};

function row(capability: Asking, { policy, person }: Asked): string {
  const declared = `${capability.confirm === null ? '' : 'c'}${capability.review === null ? '' : 'r'}`;
  return `${policy?.kind ?? 'none'} ${declared} ${person ? 'p' : '-'}`;
}

test('in every combination the reasons are those that hold, in their order, and whom to ask is as the table says', () => {
  let combinations = 0;
  for (const [capability, asked] of everything()) {
    combinations += 1;
    const need = needOf(capability, asked);
    const reasons = reasonsOf(capability, asked);
    const who =
      reasons.length === 0 && !asked.before ? null : asked.target ? whom[row(capability, asked)] : 'nobody';
    const said = need === null || need === 'nobody' ? need : need.kind;
    expect(said, JSON.stringify([capability, asked])).toBe(who);
    if (need === null || need === 'nobody') continue;
    expect(need).toEqual({
      kind: who,
      quorum: who === 'review' ? 3 : 1,
      ttl: who === 'review' ? 20 : 10,
      facts: who === 'review' ? review.facts : confirm.facts,
      reasons,
      policy: asked.policy === null ? null : 'large',
      doubtful: capability.ask === 'in-doubt' ? asked.given.filter((name) => name !== 'plain') : [],
    });
  }
  expect(combinations).toBe(6 * 3 * 5 * 64);
});

test('what is only plain asks nobody; one argument that is not, or that nobody declared, does [B-035]', () => {
  expect(needOf(base, quiet)).toBeNull();
  expect(needOf(base, { ...quiet, given: [] })).toBeNull();
  for (const name of ['amount', 'vague', 'unknown', 'constructor', '__proto__', ''])
    expect(needOf(base, { ...quiet, given: ['plain', name] })).toMatchObject({
      reasons: ['argument_origin'],
      doubtful: [name],
    });
});

test('a function asks unless it said false: true, what broke, and no answer at all ask alike [B-058]', () => {
  const own = { ...base, ask: 'function' } as const;
  expect(needOf(own, { ...quiet, own: false, given: ['amount'] })).toBeNull();
  for (const answer of [true, null])
    expect(needOf(own, { ...quiet, own: answer })).toMatchObject({ reasons: ['write'] });
});

test('what people were asked about is not let past them because nothing would ask by now [B-058, B-034]', () => {
  const before = { ...quiet, before: true };
  for (const ask of ['in-doubt', 'never', 'function'] as const)
    expect(needOf({ ...base, ask }, { ...before, own: false })).toMatchObject({ kind: 'confirm', quorum: 1 });
  expect(needOf({ ...base, ask: 'never', confirm: null, review: null }, before)).toBe('nobody');
});

test('where nothing binds an answer nobody is asked, whoever could be', () => {
  expect(needOf({ ...base, ask: 'always' }, { ...quiet, target: false })).toBe('nobody');
  expect(needOf({ ...base, ask: 'never' }, { ...quiet, target: false })).toBeNull();
});

import { expect, test } from 'vitest';
import type { Outcome } from './outcome.ts';
import { modelView } from './model-view.ts';

const named = { callId: 'call-1', message: 'the pinned text' };
const operators = {
  gate: 'authorization',
  detail: 'claimed',
  policy: 'fraud_suspected',
  cause: new Error('x'),
};

/** Everything that an outcome may hold, and all that a model is told of it. */
const views: readonly (readonly [title: string, outcome: Outcome, view: object])[] = [
  [
    'executed',
    { kind: 'executed', ...named, value: { a: 1 }, permit: 'allowed', executionId: 'e-1', actionDigest: 'd' },
    { result: { a: 1 } },
  ],
  ['replayed', { kind: 'replayed', ...named, value: { a: 1 }, executionId: 'e-1' }, { result: { a: 1 } }],
  ['replayed without its value', { kind: 'replayed', ...named, executionId: 'e-1' }, {}],
  [
    'pending',
    {
      kind: 'pending',
      ...named,
      decision: 'review',
      reasons: ['policy', 'argument_origin'],
      approvalId: 'a-1',
      executionId: 'e-1',
      actionDigest: 'd',
      expiresAt: 1,
    },
    { approval: 'a-1' },
  ],
  ['in progress', { kind: 'in_progress', ...named }, {}],
  [
    'throttled',
    { kind: 'throttled', ...named, reason: 'limit_exceeded', limit: 'refunds.daily', retryAfter: 250 },
    { retryAfter: 250 },
  ],
  ['denied', { kind: 'denied', ...named, reason: 'unauthorized', ...operators }, {}],
  [
    'denied at an argument',
    { kind: 'denied', ...named, reason: 'argument_schema', ...operators, pointer: '/id', expected: 'string' },
    { pointer: '/id', expected: 'string' },
  ],
  [
    'denied for a reason that is not about arguments, whatever it carries',
    { kind: 'denied', ...named, reason: 'unauthorized', ...operators, pointer: '/id', expected: 'string' },
    {},
  ],
  ['failed', { kind: 'failed', ...named, cause: new Error('x') }, {}],
  ['indeterminate', { kind: 'indeterminate', ...named, executionId: 'e-1', cause: new Error('x') }, {}],
];

for (const [title, outcome, view] of views) {
  test(`of a call that is ${title} a model is told the pinned text and what helps it go on [D-028]`, () => {
    expect(modelView(outcome)).toStrictEqual({ status: outcome.kind, message: 'the pinned text', ...view });
  });
}

test('a result that is undefined is told as one where it ran, and not where it was not kept', () => {
  const executed = { ...named, permit: 'allowed', executionId: 'e-1', actionDigest: 'd' } as const;
  expect(modelView({ kind: 'executed', ...executed, value: undefined })).toHaveProperty('result', undefined);
  expect(modelView({ kind: 'replayed', ...named, executionId: 'e-1' })).not.toHaveProperty('result');
});

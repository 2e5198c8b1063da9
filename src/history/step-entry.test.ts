import { expect, test } from 'vitest';
import type { CallRow } from '../store/rows.ts';
import { stepBegan, stepEnded } from './step-entry.ts';

const call = { id: 'call', capability: 'orders.ship', run: 'run', chained: true, undoes: null } as CallRow;
const undone = { id: 'step', capability: 'orders.book' };

test('a call that no rule and no run reads has no place in a history', () => {
  const plain = { ...call, run: null, chained: false };
  expect([stepBegan(plain), stepEnded(plain, null, 'completed', true)]).toEqual([null, null]);
});

test('a call has its place where it begins, and what undoes a step where it ends', () => {
  expect(stepBegan(call)).toMatchObject({ call: 'call', run: 'run', from: null, to: 'admitted' });
  expect(stepBegan({ ...call, undoes: 'step' })).toBeNull();
});

test.each([
  ['completed', true, { from: 'admitted', to: 'completed' }],
  ['completed', false, { from: null, to: 'completed' }],
  ['failed', true, { from: 'admitted', to: 'failed' }],
  ['retryable', true, { from: 'admitted', to: 'failed' }],
  ['failed', false, null],
  // Of what nobody knows the end a history tells that it began, and nothing more.
  ['indeterminate', true, null],
  ['indeterminate', false, { from: null, to: 'admitted' }],
] as const)('a call that ended as %s, admitted before: %s', (to, began, entry) => {
  const said = stepEnded(call, null, to, began);
  if (entry === null) expect(said).toBeNull();
  else expect(said).toMatchObject({ call: 'call', capability: 'orders.ship', ...entry });
});

test('what undoes a step tells of the step, and only where it is undone', () => {
  const told = { call: 'step', capability: 'orders.book', from: 'completed', to: 'undone' };
  expect(stepEnded(call, undone, 'completed', true)).toMatchObject(told);
  for (const to of ['failed', 'indeterminate', 'retryable'] as const)
    expect(stepEnded(call, undone, to, true)).toBeNull();
});

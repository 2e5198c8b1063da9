import { expect, test } from 'vitest';
import type { CallRow, CallState } from '../store/rows.ts';
import { knownCall, stateAt } from './known-call.ts';

const asked = { capability: 'orders.cancel', arguments: 'print', run: null };
const deadline = 100;

function row(change: Partial<CallRow> = {}): CallRow {
  return {
    tenant: 'acme',
    owner: 'owner',
    conversation: 'talk',
    id: 'call-1',
    ...asked,
    state: 'claimed',
    execution: 'e-1',
    action: 'action',
    holds: 'operation',
    deadline,
    at: 1,
    settled: null,
    sealed: null,
    sealedUntil: null,
    taken: null,
    chained: false,
    undoes: null,
    undo: null,
    revision: 1,
    mac: 'mac',
    ...change,
  };
}

test('a call that nobody knows is open and gets an execution id of its own', () => {
  expect(knownCall(null, asked, 0)).toEqual({ kind: 'open', execution: null });
});

/** Every state, before, at and after the deadline of the claim. */
const table: Readonly<Record<CallState, readonly [before: string, at: string, after: string]>> = {
  asked: ['open', 'open', 'open'],
  claimed: ['in_progress', 'in_progress', 'indeterminate'],
  completed: ['replayed', 'replayed', 'replayed'],
  failed: ['failed', 'failed', 'failed'],
  indeterminate: ['indeterminate', 'indeterminate', 'indeterminate'],
  retryable: ['open', 'open', 'open'],
};

for (const state of Object.keys(table) as CallState[]) {
  test(`a call that is ${state} reads the same to everyone who sends it again [D-005, D-016]`, () => {
    const times = [deadline - 1, deadline, deadline + 1];
    expect(times.map((now) => knownCall(row({ state }), asked, now).kind)).toEqual(table[state]);
  });

  test(`an id of a call that is ${state} is no other capability’s and no other arguments’ [B-026]`, () => {
    for (const other of [
      { ...asked, capability: 'orders.view' },
      { ...asked, capability: 'orders.cance' },
      { ...asked, arguments: 'other' },
      { ...asked, run: 'another run' },
    ]) {
      for (const now of [deadline - 1, deadline + 1])
        expect(knownCall(row({ state }), other, now)).toEqual({ kind: 'reused' });
    }
  });
}

test('only a claim turns unknown when its deadline passes, and not at the deadline itself [D-016]', () => {
  for (const state of Object.keys(table) as CallState[]) {
    expect(stateAt({ state, deadline }, deadline)).toBe(state);
    expect(stateAt({ state, deadline }, deadline + 1)).toBe(state === 'claimed' ? 'indeterminate' : state);
  }
});

test('an unknown outcome and one more try name the execution that they are about [V-097]', () => {
  expect(knownCall(row({ state: 'retryable' }), asked, 0)).toEqual({ kind: 'open', execution: 'e-1' });
  expect(knownCall(row({ state: 'indeterminate' }), asked, 0)).toEqual({
    kind: 'indeterminate',
    execution: 'e-1',
  });
  expect(knownCall(row(), asked, deadline + 1)).toEqual({ kind: 'indeterminate', execution: 'e-1' });
});

test('a result is given out until its time is over, and the replay itself remains [D-018]', () => {
  const kept = row({ state: 'completed', sealed: 'sealed', sealedUntil: 500 });
  for (const [now, expected] of [
    [499, true],
    [500, true],
    [501, false],
  ] as const)
    expect(knownCall(kept, asked, now)).toEqual({ kind: 'replayed', row: kept, kept: expected });
  const none = row({ state: 'completed' });
  expect(knownCall(none, asked, 0)).toEqual({ kind: 'replayed', row: none, kept: false });
});

import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import type { CallRow, CallState } from '../store/rows.ts';
import { callVerifies, signCall } from './call-row.ts';
import { resolvable, resolvedCall } from './resolve.ts';

const keys = deriveKeys('ab'.repeat(32));
const deadline = 100;
const row: CallRow = signCall(keys, {
  tenant: 'acme',
  owner: 'owner',
  conversation: 'talk',
  id: 'call-1',
  capability: 'orders.cancel',
  arguments: 'print',
  state: 'indeterminate',
  execution: 'e-1',
  action: 'action',
  holds: 'operation',
  deadline,
  at: 1,
  settled: 2,
  sealed: null,
  sealedUntil: null,
  taken: null,
  run: null,
  chained: false,
  undoes: null,
  undo: null,
  revision: 2,
});

/** Every state at its deadline and past it, and at its deadline with force. */
const table: Readonly<Record<CallState, readonly [at: string, past: string, forced: string]>> = {
  asked: ['not_unresolved', 'not_unresolved', 'not_unresolved'],
  claimed: ['still_active', 'open', 'open'],
  completed: ['not_unresolved', 'not_unresolved', 'not_unresolved'],
  failed: ['not_unresolved', 'not_unresolved', 'not_unresolved'],
  indeterminate: ['open', 'open', 'open'],
  retryable: ['not_unresolved', 'not_unresolved', 'not_unresolved'],
};

for (const state of Object.keys(table) as CallState[]) {
  test(`whether a call that is ${state} may be resolved is a matter of its state, its deadline and force [V-102]`, () => {
    const read = { state, deadline };
    expect([
      resolvable(read, deadline, false),
      resolvable(read, deadline + 1, false),
      resolvable(read, deadline, true),
    ]).toEqual(table[state]);
  });
}

test('a resolved call is the same call with another end, under its own MAC [D-005, V-097]', () => {
  for (const [as, once, holds] of [
    ['completed', true, 'operation'],
    ['completed', false, null],
    ['retryable', true, null],
    ['retryable', false, null],
  ] as const) {
    const next = resolvedCall(keys, row, { as, at: 7, once });
    expect(next).toEqual({ ...row, state: as, holds, settled: 7, revision: 3, mac: next.mac });
    expect(callVerifies(keys, next)).toBe(true);
  }
});

test('a call that held nothing holds nothing afterwards', () => {
  const { mac: _mac, ...free } = { ...row, holds: null };
  expect(resolvedCall(keys, signCall(keys, free), { as: 'completed', at: 7, once: true }).holds).toBeNull();
});

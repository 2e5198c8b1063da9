import { expect, test } from 'vitest';
import { type Exit, exits, heldAfter } from './exits.ts';

/** The table as it is promised to whoever reads `docs/gates.md`: units of limits, the approval, the operation, the call. */
const promised: Readonly<
  Record<
    Exit,
    readonly [units: string, approval: string, once: string | null, other: string | null, call: string]
  >
> = {
  executed: ['spent', 'consumed', 'operation', null, 'completed'],
  not_performed: ['returned', 'valid_again', null, null, 'failed'],
  undone: ['returned', 'untouched', null, null, 'failed'],
  read_failed: ['successes_returned', 'consumed', null, null, 'failed'],
  unknown: ['spent', 'consumed', 'operation', 'operation', 'indeterminate'],
  resolved_completed: ['spent', 'consumed', 'operation', null, 'completed'],
  resolved_retryable: ['spent', 'consumed', null, null, 'retryable'],
};

for (const exit of Object.keys(promised) as Exit[]) {
  test(`the exit ${exit} leaves behind what the table says [D-016]`, () => {
    const { units, approval, call } = exits[exit];
    const holds = [heldAfter(exit, 'operation', true), heldAfter(exit, 'operation', false)];
    expect([units, approval, ...holds, call]).toEqual(promised[exit]);
  });
}

test('what held nothing holds nothing, whichever way it ends', () => {
  for (const exit of Object.keys(exits) as Exit[]) expect(heldAfter(exit, null, true)).toBeNull();
});

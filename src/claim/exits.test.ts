import { expect, test } from 'vitest';
import { type Exit, exits, heldAfter } from './exits.ts';

/** The table as it is promised to whoever reads `docs/gates.md`: units of limits, the operation, the call. */
const promised: Readonly<
  Record<Exit, readonly [units: string, once: string | null, other: string | null, call: string]>
> = {
  executed: ['spent', 'operation', null, 'completed'],
  not_performed: ['returned', null, null, 'failed'],
  undone: ['returned', null, null, 'failed'],
  read_failed: ['successes_returned', null, null, 'failed'],
  unknown: ['spent', 'operation', 'operation', 'indeterminate'],
  resolved_completed: ['spent', 'operation', null, 'completed'],
  resolved_retryable: ['spent', null, null, 'retryable'],
};

for (const exit of Object.keys(promised) as Exit[]) {
  test(`the exit ${exit} leaves behind what the table says [D-016]`, () => {
    const { units, call } = exits[exit];
    const holds = [heldAfter(exit, 'operation', true), heldAfter(exit, 'operation', false)];
    expect([units, ...holds, call]).toEqual(promised[exit]);
  });
}

test('what held nothing holds nothing, whichever way it ends', () => {
  for (const exit of Object.keys(exits) as Exit[]) expect(heldAfter(exit, null, true)).toBeNull();
});

import type { PausePoint } from '../../src/testing/index.ts';

type Operation = PausePoint extends `${'before' | 'after'} ${infer Name}` ? Name : never;

/** Points that a process passes, in order, and what is left where it is killed there. */
export type Points<Left> = readonly (readonly [PausePoint, Left])[];

/** What is left before an operation, and after it. */
export function around<Left>(operation: Operation, before: Left, after: Left = before): Points<Left> {
  return [
    [`before ${operation}`, before],
    [`after ${operation}`, after],
  ];
}

/** Operations after which everything is as it was before. */
export function all<Left>(left: Left, ...operations: readonly Operation[]): Points<Left> {
  return operations.flatMap((operation) => around(operation, left));
}

/** The points alone. */
export function names(points: Points<unknown>): readonly PausePoint[] {
  return points.map(([point]) => point);
}

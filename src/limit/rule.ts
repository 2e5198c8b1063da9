import type { MeterRule } from '../store/rows.ts';
import type { LimitShape } from './limit.ts';
import { windowsOf } from './window.ts';

/** Most entries that a sliding window remembers: the store keeps each of them. */
export const mostEntries = 1000;

/** Makes the rules by which charges of a shape are counted, each with the bounds of its time. */
export function ruleOf(shape: LimitShape): (at: number) => MeterRule {
  switch (shape.kind) {
    case 'fixed_window': {
      const { kind, max, every, timeZone = 'UTC' } = shape;
      const windowAt = windowsOf(every, timeZone);
      return (at) => Object.freeze({ kind, max, ...windowAt(at) });
    }
    case 'sliding_window': {
      const { kind, max, every: length } = shape;
      const rule = Object.freeze({ kind, max, length, most: mostEntries });
      return () => rule;
    }
    case 'token_bucket':
    case 'budget':
      return () => shape;
  }
}

import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import { timeOf } from './store-view.ts';

/** The time of a decision, on stores that take it from the Clock port. */
export const timeCases: readonly StoreCase[] = [
  {
    title: 'the time of decisions follows the clock and never goes back',
    async run(store, clock) {
      const start = await timeOf(store);
      clock.advance(1_500);
      assert.equal(await timeOf(store), start + 1_500);
      clock.set(start - 3_600_000);
      assert.equal(await timeOf(store), start + 1_500);
      clock.set(start + 2_000);
      assert.equal(await timeOf(store), start + 2_000);
    },
  },
];

import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import { callRow, chargeOf, evidenceRow } from './store-rows.ts';
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
  {
    title:
      'recorded time is set back to the clock, with the counters of times that never were and the evidence, or not',
    async run(store, clock) {
      const start = await timeOf(store);
      const window = (from: number, limit: string) =>
        chargeOf({ kind: 'fixed_window', max: 5, from, until: from + 1_000 }, from, { limit, key: limit });
      await store.charge('acme', [window(start, 'now')], 'take');
      clock.set(start + 3_600_000);
      await store.charge('acme', [window(start + 3_600_000, 'later')], 'take');
      clock.set(start);
      const refused = { ...evidenceRow(callRow()), mac: null as unknown as string };
      await assert.rejects(async () => store.resetClock(() => refused));
      assert.equal(await timeOf(store), start + 3_600_000);
      const reset = await store.resetClock(() => evidenceRow(callRow()));
      assert.deepEqual(reset, { from: start + 3_600_000, to: start, counters: 1 });
      assert.equal(await timeOf(store), start);
      const left = await store.meters({ tenant: 'acme', after: '', limit: 9 });
      assert.deepEqual(
        left.map(({ limit }) => limit),
        ['now'],
      );
    },
  },
];

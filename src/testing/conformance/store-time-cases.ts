import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import { admissionOf, callRow, chargeOf, evidenceRow, rulesAt, withCatalogue } from './store-rows.ts';
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
      clock.set(start);
      assert.deepEqual(await store.approvalByToken('sha256:nobody'), { now: start + 2_000, approval: null });
    },
  },
  {
    title:
      'recorded time is set back to the clock, with the counters of times that never were and the evidence, or not',
    async run(store, clock) {
      const start = await timeOf(store);
      const window = (from: number, limit: string) =>
        chargeOf({ kind: 'fixed_window', max: 5, from, until: from + 1_000 }, from, { limit, key: limit });
      await store.charge({ tenant: 'acme', charges: [window(start, 'now')], how: 'take', evidence: null });
      clock.set(start + 3_600_000);
      await store.charge({
        tenant: 'acme',
        charges: [window(start + 3_600_000, 'later')],
        how: 'take',
        evidence: null,
      });
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
  {
    title: 'once recorded time is set back no limit holds a call at the time that never was',
    async run(store, clock) {
      await withCatalogue(store);
      const start = await timeOf(store);
      const ahead = start + 3_600_000;
      const charges = (at: number) => {
        const { budget, fixed_window: fixed, sliding_window: sliding, token_bucket: bucket } = rulesAt(at, 1);
        return [budget, fixed, sliding, bucket].map((rule) => chargeOf(rule, at, { key: rule.kind }));
      };
      clock.set(ahead);
      await store.charge({ tenant: 'acme', charges: charges(ahead), how: 'take', evidence: null });
      clock.set(start);
      assert.equal((await store.resetClock(() => evidenceRow(callRow()))).counters, 3);
      const [budget, ...others] = charges(start);
      assert.deepEqual(await store.admit(admissionOf(callRow(), { charges: others })), { kind: 'admitted' });
      // What was taken once and for all was taken, whenever it was.
      assert.deepEqual(
        await store.charge({ tenant: 'acme', charges: [budget!], how: 'look', evidence: null }),
        {
          kind: 'limited',
          exceeded: [{ limit: 'refunds', retryAfter: null }],
        },
      );
    },
  },
];

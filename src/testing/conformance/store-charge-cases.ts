import assert from 'node:assert/strict';
import type { Charge, EvidenceRow } from '../../store/rows.ts';
import type { Charging, Exceeded, Store } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import { callRow, chargeOf, evidenceRow, rulesAt } from './store-rows.ts';
import { changesNothing, metersOf, timeOf } from './store-view.ts';

const budget = { kind: 'budget', max: 2 } as const;
const none = { limit: 'refunds', retryAfter: null };

async function charge(
  store: Store,
  how: Charging['how'],
  ...charges: readonly Charge[]
): Promise<readonly Exceeded[]> {
  const answer = await store.charge({ tenant: 'acme', charges, how, evidence: null });
  assert.notEqual(answer.kind, 'moved');
  return answer.kind === 'limited' ? answer.exceeded : [];
}

async function unitsOf(store: Store): Promise<Readonly<Record<string, number>>> {
  return Object.fromEntries((await metersOf(store, 'acme')).map(({ key, units }) => [key, units]));
}

/** The record of a pruning. */
function pruned(count: number): EvidenceRow {
  return evidenceRow(callRow({ id: `pruned ${count}` }));
}

/** Charges outside an admission, and what is left of them. */
export const chargeCases: readonly StoreCase[] = [
  {
    title: 'taking takes all charges, or none where one has no room, and names those',
    async run(store) {
      const at = await timeOf(store);
      const [a, b] = [chargeOf(budget, at, { key: 'a' }), chargeOf(budget, at, { key: 'b', units: 2 })];
      assert.deepEqual(await charge(store, 'take', a, b), []);
      assert.deepEqual(await changesNothing(store, [], async () => charge(store, 'take', a, b)), [none]);
      assert.deepEqual(await unitsOf(store), { a: 1, b: 2 });
      assert.deepEqual(await charge(store, 'take'), []);
    },
  },
  {
    title: 'counting counts whether or not there is room; then there is none',
    async run(store) {
      const one = chargeOf(budget, await timeOf(store));
      assert.deepEqual(await charge(store, 'count', { ...one, units: 7 }), []);
      assert.deepEqual(await charge(store, 'count', one), []);
      assert.deepEqual(await unitsOf(store), { meter: 8 });
      assert.deepEqual(await charge(store, 'look', one), [none]);
    },
  },
  {
    title: 'looking takes nothing',
    async run(store) {
      const one = chargeOf(budget, await timeOf(store));
      for (let n = 0; n < 3; n += 1) {
        assert.deepEqual(await changesNothing(store, [], async () => charge(store, 'look', one)), []);
      }
      assert.deepEqual(await charge(store, 'look', { ...one, units: 3 }), [none]);
    },
  },
  {
    title: 'where the clock moved there is no room, but what was used is counted',
    async run(store) {
      const at = (await timeOf(store)) - 5_000;
      const late = chargeOf(budget, at);
      for (const how of ['look', 'take'] as const) {
        const exceeded = await changesNothing(store, [], async () => charge(store, how, late));
        assert.deepEqual(exceeded, [{ limit: 'refunds', retryAfter: 5_000 }]);
      }
      await charge(store, 'count', late);
      assert.deepEqual(await unitsOf(store), { meter: 1 });
    },
  },
  {
    title: 'of twenty that take from a limit of five at once exactly five do',
    async run(store) {
      const at = await timeOf(store);
      for (const rule of Object.values(rulesAt(at, 5))) {
        const one = chargeOf(rule, at, { key: rule.kind });
        const answers = await Promise.all(Array.from({ length: 20 }, async () => charge(store, 'take', one)));
        assert.equal(answers.filter(({ length }) => length === 0).length, 5);
      }
    },
  },
  {
    title: 'admissions and charges beside them count on the same meters',
    async run(store) {
      const at = await timeOf(store);
      await charge(store, 'take', chargeOf(budget, at));
      await store.charge({ tenant: 'globex', charges: [chargeOf(budget, at)], how: 'take', evidence: null });
      await charge(store, 'count', chargeOf(budget, at));
      assert.deepEqual(await unitsOf(store), { meter: 2 });
    },
  },
  {
    title: 'meters come by the bytes of their keys, and pages follow one another without a gap',
    async run(store) {
      const at = await timeOf(store);
      const keys = ['10', '9', 'B', 'a', 'b', 'ä'];
      for (const key of keys.toReversed()) await charge(store, 'count', chargeOf(budget, at, { key }));
      const after = async (key: string, limit: number) =>
        (await store.meters({ tenant: 'acme', after: key, limit })).map((row) => row.key);
      assert.deepEqual(await after('', 100), keys);
      assert.deepEqual(await after('', 4), keys.slice(0, 4));
      assert.deepEqual(await after('a', 4), keys.slice(4));
      assert.deepEqual(await after('ä', 4), []);
      assert.deepEqual(await after('', -1), []);
      assert.deepEqual(await store.meters({ tenant: 'globex', after: '', limit: 100 }), []);
    },
  },
  {
    title: 'pruning deletes the meters whose windows are over, in rounds, with a record that says how many',
    async run(store, clock) {
      const at = await timeOf(store);
      const { fixed_window: fixed, budget: kept } = rulesAt(at, 9);
      for (const key of ['a', 'b', 'c']) await charge(store, 'take', chargeOf(fixed, at, { key }));
      await charge(store, 'take', chargeOf(kept, at, { key: 'budget' }));
      await store.charge({ tenant: 'globex', charges: [chargeOf(fixed, at)], how: 'take', evidence: null });
      clock.advance(60_000);
      const now = await timeOf(store);
      const next = rulesAt(now, 9).fixed_window;
      await charge(store, 'take', chargeOf(next, now, { key: 'c' }), chargeOf(next, now, { key: 'd' }));

      const prune = async (most: number) => store.pruneMeters({ tenant: 'acme', at: now, most }, pruned);
      assert.deepEqual([await prune(1), await prune(5), await prune(5)], [1, 1, 0]);
      assert.deepEqual(await unitsOf(store), { budget: 1, c: 1, d: 1 });
      assert.equal((await metersOf(store, 'globex')).length, 1);
      const records = await store.evidence({ tenant: 'acme', after: 0, limit: 10 });
      assert.deepEqual(
        records.map(({ id }) => id),
        [pruned(1).id, pruned(1).id, pruned(0).id],
      );
    },
  },
  {
    title:
      'what still constrains is not pruned, whatever time is named, and a record that cannot be written keeps all',
    async run(store, clock) {
      const at = await timeOf(store);
      for (const rule of Object.values(rulesAt(at, 9))) {
        await charge(store, 'take', chargeOf(rule, at, { key: rule.kind }));
      }
      const far = { tenant: 'acme', at: at + 600_000, most: 10 };
      assert.equal(await store.pruneMeters(far, pruned), 0);
      clock.advance(120_000);
      const broken = () => ({ ...pruned(3), at: 0.5 });
      await changesNothing(store, [], () =>
        assert.rejects(async () => store.pruneMeters(far, broken), { code: 'store_failed' }),
      );
      assert.equal(await store.pruneMeters(far, pruned), 3);
      assert.deepEqual(await unitsOf(store), { budget: 1 });
    },
  },
];

import assert from 'node:assert/strict';
import type { EvidenceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import { callRow, evidenceRow } from './store-rows.ts';
import { changesNothing } from './store-view.ts';

function record(n: number, tenant = 'acme'): EvidenceRow {
  return evidenceRow(callRow({ tenant, id: `call-${n}` }), { previous: n === 0 ? null : `mac:${n - 1}` });
}

async function idsAfter(store: Store, after: number, limit: number): Promise<readonly string[]> {
  return (await store.evidence({ tenant: 'acme', after, limit })).map(({ id }) => id);
}

/** How evidence is kept and read. */
export const evidenceCases: readonly StoreCase[] = [
  {
    title: 'evidence comes back in the order of appending, every column as given',
    async run(store) {
      const records = [record(2), record(0), record(1)];
      await store.appendEvidence(records);
      await store.appendEvidence([]);
      await store.appendEvidence([record(3)]);
      const read = await store.evidence({ tenant: 'acme', after: 0, limit: 10 });
      assert.deepEqual(
        read,
        [...records, record(3)].map((row, place) => ({ ...row, order: read[place]?.order })),
      );
      const orders = read.map(({ order }) => order);
      assert.deepEqual(
        orders,
        [...new Set(orders)].toSorted((a, b) => a - b),
      );
    },
  },
  {
    title: 'pages follow one another without a gap or a record twice',
    async run(store) {
      const all = Array.from({ length: 7 }, (_, n) => record(n));
      for (const one of all) await store.appendEvidence([one, record(99, 'globex')]);
      const pages: string[][] = [];
      let after = 0;
      for (;;) {
        const page = await store.evidence({ tenant: 'acme', after, limit: 3 });
        if (page.length === 0) break;
        pages.push(page.map(({ id }) => id));
        after = page.at(-1)!.order;
      }
      assert.deepEqual(
        pages.map(({ length }) => length),
        [3, 3, 1],
      );
      assert.deepEqual(
        pages.flat(),
        all.map(({ id }) => id),
      );
      assert.deepEqual(await idsAfter(store, 0, 0), []);
      assert.deepEqual(await idsAfter(store, 0, -1), []);
    },
  },
  {
    title: 'a tenant reads its own evidence and nobody else’s',
    async run(store) {
      await store.appendEvidence([record(0), record(1, 'globex')]);
      assert.deepEqual(await idsAfter(store, 0, 10), [record(0).id]);
      assert.deepEqual(await store.evidence({ tenant: 'nobody', after: 0, limit: 10 }), []);
    },
  },
  {
    title: 'of records appended together all are there or none',
    async run(store) {
      const broken = { ...record(1), at: 0.5 };
      await changesNothing(store, [], () =>
        assert.rejects(async () => store.appendEvidence([record(0), broken]), { code: 'store_failed' }),
      );
    },
  },
  {
    title: 'one append that fails leaves those beside it alone',
    async run(store) {
      const appends = Array.from({ length: 9 }, (_, n) => (n === 4 ? { ...record(n), at: 0.5 } : record(n)));
      const ends = await Promise.allSettled(appends.map(async (one) => store.appendEvidence([one])));
      assert.deepEqual(
        ends.map(({ status }) => status === 'fulfilled'),
        appends.map((_, n) => n !== 4),
      );
      assert.equal((await idsAfter(store, 0, 100)).length, 8);
    },
  },
];

import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import { callRow, catalogueRow, evidenceRow } from './store-rows.ts';
import { changesNothing, recordsOf } from './store-view.ts';

const wrapped = { tenant: 'acme', subject: 'ada', id: 'key-1', blob: 'wrapped:1' };
const record = evidenceRow(callRow());

/** Keys and catalogue versions: who was first stays. */
export const keyCases: readonly StoreCase[] = [
  {
    title: 'a database belongs to the first key it is given',
    async run(store) {
      assert.equal(await store.currentKey(), null);
      const first = { id: 'first', check: 'check:first' };
      assert.deepEqual(await store.adoptKey(first), first);
      assert.deepEqual(await store.adoptKey({ id: 'second', check: 'check:second' }), first);
      assert.deepEqual(await store.currentKey(), first);
    },
  },
  {
    title: 'of keys offered at once one is adopted, and everybody is told which',
    async run(store) {
      const offers = Array.from({ length: 9 }, (_, n) => ({ id: `key-${n}`, check: `check:${n}` }));
      const answers = await Promise.all(offers.map(async (key) => store.adoptKey(key)));
      for (const answer of answers) assert.deepEqual(answer, await store.currentKey());
    },
  },
  {
    title: 'the first wrapped key of a tenant and subject stays; others have their own',
    async run(store) {
      assert.equal(await store.wrappedKey('acme', 'ada'), null);
      assert.deepEqual(await store.addWrappedKey(wrapped), wrapped);
      assert.deepEqual(await store.addWrappedKey({ ...wrapped, id: 'key-2', blob: 'wrapped:2' }), wrapped);
      const others = [
        { ...wrapped, subject: '', id: 'key-3' },
        { ...wrapped, tenant: 'globex', id: 'key-4' },
      ];
      for (const other of others) assert.deepEqual(await store.addWrappedKey(other), other);
      for (const row of [wrapped, ...others])
        assert.deepEqual(await store.wrappedKey(row.tenant, row.subject), row);
      assert.equal(await store.wrappedKey('globex', 'bob'), null);
    },
  },
  {
    title:
      'a catalogue version is registered once with its evidence; after that the answer is the row that is there',
    async run(store) {
      assert.deepEqual(await store.catalogues(), []);
      assert.deepEqual(await store.registerCatalogue(catalogueRow, record), catalogueRow);
      assert.equal(await recordsOf(store, 'acme'), 1);
      const other = { ...catalogueRow, state: 'superseded', since: 9, mac: 'mac:other' } as const;
      const answer = await changesNothing(store, [], async () => store.registerCatalogue(other, record));
      assert.deepEqual(answer, catalogueRow);
      assert.deepEqual(await store.catalogues(), [catalogueRow]);
    },
  },
  {
    title: 'catalogue rows are replaced together with their evidence',
    async run(store) {
      const next = { version: 'v2', state: 'in_force', since: 2, mac: 'mac:v2' } as const;
      const old = { ...catalogueRow, state: 'superseded', mac: 'mac:v1+' } as const;
      await store.registerCatalogue(catalogueRow, record);
      await store.replaceCatalogues([], [old, next], record);
      assert.deepEqual(await store.catalogues(), [old, next]);
      assert.equal(await recordsOf(store, 'acme'), 2);
      // Nothing is written over where what the caller relied on has moved, or was never there.
      for (const seen of [[catalogueRow], [{ ...next, version: 'v3' }]]) {
        const answer = await changesNothing(store, [], async () =>
          store.replaceCatalogues(seen, [catalogueRow], record),
        );
        assert.equal(answer, false);
      }
      assert.equal(await store.replaceCatalogues([old, next], [old], record), true);
      await changesNothing(store, [], () =>
        assert.rejects(async () => store.replaceCatalogues([], [catalogueRow], { ...record, at: 0.5 }), {
          code: 'store_failed',
        }),
      );
    },
  },
];

import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import { changesNothing } from './store-view.ts';

/** What opening brings, and what can be asked about it. */
export const openingCases: readonly StoreCase[] = [
  {
    title: 'an open store has every step of its schema, numbered without gaps',
    async run(store) {
      const steps = await changesNothing(store, [], async () => store.migrations());
      assert.notEqual(steps.length, 0);
      assert.deepEqual(
        steps.map(({ id, applied }) => ({ id, applied })),
        steps.map((_, place) => ({ id: place + 1, applied: true })),
      );
      for (const { name, sql } of steps) assert.deepEqual([name === '', sql.trim() === ''], [false, false]);
    },
  },
  {
    title: 'the steps of the schema can be asked for without opening',
    async run(store) {
      const known = async () => (await store.migrations()).map(({ id, name, sql }) => ({ id, name, sql }));
      const open = await known();
      await store.close();
      assert.deepEqual(await known(), open);
      // What lasts still has them all; what was in memory may be gone.
      const lacking = (await store.migrations()).filter(({ applied }) => !applied);
      if (store.durable) assert.deepEqual(lacking, []);
    },
  },
  {
    title: 'a store that is open is not opened again, and goes on as it is',
    async run(store, clock) {
      await changesNothing(store, [], () =>
        assert.rejects(async () => store.open(clock), { code: 'options_invalid' }),
      );
    },
  },
  {
    title: 'a store that was closed, once or twice, refuses every operation until it is opened again',
    async run(store, clock) {
      await store.adoptKey({ id: 'first', check: 'check:first' });
      await Promise.all([store.close(), store.close()]);
      await store.close();
      await assert.rejects(async () => store.currentKey(), { code: 'store_failed' });
      await assert.rejects(async () => store.appendEvidence([]), { code: 'store_failed' });
      await store.open(clock);
      const key = await store.currentKey();
      if (store.durable) assert.equal(key?.id, 'first');
    },
  },
];

import assert from 'node:assert/strict';
import type { CallRow, CallState } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import { callRow, completed, finishedCall, settlementOf } from './store-rows.ts';
import { callOf } from './store-view.ts';

const states: readonly CallState[] = ['claimed', 'completed', 'failed', 'indeterminate', 'retryable'];

/** Writes rows as they are, in a state that is none of a store's business. */
async function keep(store: Store, ...rows: readonly CallRow[]): Promise<void> {
  for (const row of rows) await store.finish(finishedCall(row));
}

function rowIn(state: CallState, change: Partial<CallRow> = {}): CallRow {
  return callRow({ id: state, state, ...change });
}

async function executionsAfter(store: Store, after: string, limit: number): Promise<readonly string[]> {
  return (await store.unresolved({ tenant: 'acme', after, limit })).map(({ execution }) => execution);
}

/** How the calls are found that an operator may have to resolve. */
export const claimCases: readonly StoreCase[] = [
  {
    title: 'unresolved are the calls that are claimed or indeterminate, every column as given',
    async run(store) {
      await keep(store, ...states.map((state) => rowIn(state)));
      assert.deepEqual(await store.unresolved({ tenant: 'acme', after: '', limit: 10 }), [
        rowIn('claimed'),
        rowIn('indeterminate'),
      ]);
    },
  },
  {
    title: 'unresolved calls come by execution id, and pages follow one another without a gap',
    async run(store) {
      const ids = ['b', 'a', 'B', 'ä', '10', '9'];
      await keep(store, ...ids.map((id) => callRow({ id, execution: id })));
      const ordered = ['10', '9', 'B', 'a', 'b', 'ä'];
      assert.deepEqual(await executionsAfter(store, '', 100), ordered);
      assert.deepEqual(await executionsAfter(store, '', 4), ordered.slice(0, 4));
      assert.deepEqual(await executionsAfter(store, 'a', 4), ordered.slice(4));
      assert.deepEqual(await executionsAfter(store, 'ä', 4), []);
      assert.deepEqual(await executionsAfter(store, '', 0), []);
      assert.deepEqual(await executionsAfter(store, '', -1), []);
    },
  },
  {
    title: 'a call is found by its execution id in every state',
    async run(store) {
      const rows = states.map((state) => rowIn(state));
      await keep(store, ...rows);
      for (const row of rows) assert.deepEqual(await store.claimOf('acme', row.execution), row);
      assert.equal(await store.claimOf('acme', 'nobody'), null);
    },
  },
  {
    title:
      'a call that waits for a person has claimed nothing: others wait with its execution id, one is claimed',
    async run(store) {
      const execution = 'one';
      const [first, second] = ['call-1', 'call-2'].map((id) =>
        callRow({ id, state: 'asked', execution, holds: null }),
      ) as [CallRow, CallRow];
      await keep(store, first, second);
      assert.deepEqual([await callOf(store, first), await callOf(store, second)], [first, second]);
      assert.deepEqual(await executionsAfter(store, '', 10), []);
      assert.equal(await store.claimOf('acme', execution), null);
      const spent = rowIn('failed', { execution, holds: null });
      await keep(store, spent);
      assert.deepEqual(await store.claimOf('acme', execution), spent);
      const live = rowIn('claimed', { execution });
      await keep(store, live);
      assert.deepEqual(await store.claimOf('acme', execution), live);
      assert.deepEqual(await executionsAfter(store, '', 10), [execution]);
    },
  },
  {
    title: 'of calls with one execution id the one is found that may have had an effect',
    async run(store) {
      const execution = 'one';
      const spent = rowIn('retryable', { execution, holds: null });
      const live = rowIn('claimed', { execution });
      await keep(store, spent, live);
      assert.deepEqual(await store.claimOf('acme', execution), live);
      const done = completed(live);
      await store.settle(settlementOf(live, done));
      assert.deepEqual(await store.claimOf('acme', execution), done);
    },
  },
  {
    title: 'a tenant’s calls are nobody else’s, whatever their execution ids',
    async run(store) {
      const [own, other] = [callRow({ execution: 'e' }), callRow({ tenant: 'globex', execution: 'e' })];
      await keep(store, own, other);
      assert.deepEqual(await store.unresolved({ tenant: 'acme', after: '', limit: 10 }), [own]);
      assert.deepEqual(await store.claimOf('acme', 'e'), own);
      assert.deepEqual(await store.claimOf('globex', 'e'), other);
      assert.equal(await store.claimOf('initech', 'e'), null);
      assert.deepEqual(await store.unresolved({ tenant: 'initech', after: '', limit: 10 }), []);
    },
  },
];

import assert from 'node:assert/strict';
import type { CallRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import {
  admissionOf,
  callRow,
  completed,
  conversationRow,
  finishedCall,
  seenAs,
  settlementOf,
  withCatalogue,
} from './store-rows.ts';
import { callOf, changesNothing, recordsOf } from './store-view.ts';

const settled = { kind: 'settled' };

async function admittedCall(store: Store, change: Partial<CallRow> = {}): Promise<CallRow> {
  const call = callRow(change);
  await withCatalogue(store);
  assert.equal((await store.admit(admissionOf(call))).kind, 'admitted');
  return call;
}

/** What settling and finishing a read compare, write and answer. */
export const settlementCases: readonly StoreCase[] = [
  {
    title: 'a settled call is its successor, every column as given, with its evidence',
    async run(store) {
      const call = await admittedCall(store);
      const before = await recordsOf(store, 'acme');
      const next = completed(call);
      assert.deepEqual(await store.settle(settlementOf(call, next)), settled);
      assert.deepEqual(await callOf(store, call), next);
      assert.equal(await recordsOf(store, 'acme'), before + 1);
      assert.equal(await store.holder('acme', call.holds!), null);
    },
  },
  {
    title: 'a call that is not as it was seen is not settled, and shown as it is',
    async run(store) {
      const call = await admittedCall(store);
      const next = completed(call);
      for (const seen of [
        { revision: 1, mac: 'mac:forged' },
        { revision: 2, mac: call.mac },
      ]) {
        const answer = await changesNothing(store, [call], async () =>
          store.settle({ ...settlementOf(call, next), seen }),
        );
        assert.deepEqual(answer, { kind: 'moved', call });
      }
    },
  },
  {
    title: 'a call that is not there is not settled',
    async run(store) {
      const call = callRow();
      const answer = await changesNothing(store, [call], async () =>
        store.settle(settlementOf(call, completed(call))),
      );
      assert.deepEqual(answer, { kind: 'moved', call: null });
    },
  },
  {
    title: 'of twenty transitions of one call at once exactly one is written, the others are shown it',
    async run(store) {
      const call = await admittedCall(store);
      const ends = Array.from({ length: 20 }, (_, n) => completed(call, { mac: `mac:end-${n}` }));
      const answers = await Promise.all(ends.map(async (end) => store.settle(settlementOf(call, end))));
      const row = await callOf(store, call);
      const losers = answers.filter(({ kind }) => kind === 'moved');
      assert.equal(losers.length, 19);
      for (const loser of losers) assert.deepEqual(loser, { kind: 'moved', call: row });
    },
  },
  {
    title: 'settling touches no other call: not of the tenant, not of another',
    async run(store) {
      const call = await admittedCall(store);
      const others = [
        callRow({ id: 'call-2' }),
        callRow({ tenant: 'globex' }),
        callRow({ owner: 'bob', holds: null, execution: 'e2', mac: call.mac }),
      ];
      for (const other of others) await store.admit(admissionOf(other));
      await store.settle(settlementOf(call, completed(call)));
      for (const other of others) assert.deepEqual(await callOf(store, other), other);
    },
  },
  {
    title: 'a settlement that would take an operation from its holder is refused whole',
    async run(store) {
      const first = await admittedCall(store, { holds: 'operation' });
      const second = callRow({ id: 'call-2', holds: null });
      await store.admit(admissionOf(second));
      const thief = completed(second, { holds: 'operation' });
      await changesNothing(store, [first, second], () =>
        assert.rejects(async () => store.settle(settlementOf(second, thief)), { code: 'store_failed' }),
      );
    },
  },
  {
    title: 'a finished read is there with its conversation and its evidence, without a catalogue',
    async run(store) {
      const read = completed(callRow(), { revision: 1 });
      assert.deepEqual(await store.finish(finishedCall(read)), settled);
      const { call, conversation } = await store.loadForDecision(read, 'v1');
      assert.deepEqual([call, conversation], [read, conversationRow(read)]);
      assert.equal(await recordsOf(store, 'acme'), 1);
    },
  },
  {
    title: 'a read whose call id was taken meanwhile writes nothing and is shown what took it',
    async run(store) {
      const call = await admittedCall(store);
      const read = completed(callRow(), { revision: 1, mac: 'mac:read', execution: 'execution:read' });
      for (const seen of [null, { revision: 1, mac: 'mac:forged' }, { revision: 7, mac: call.mac }]) {
        const answer = await changesNothing(store, [call], async () =>
          store.finish(finishedCall(read, { seen })),
        );
        assert.deepEqual(answer, { kind: 'moved', call });
      }
    },
  },
  {
    title: 'a read finishes over the row that it saw, and leaves a conversation that is there alone',
    async run(store) {
      const call = await admittedCall(store);
      const read = completed(call);
      const conversation = conversationRow(read, { revision: 9, head: 'head:other' });
      const finished = finishedCall(read, { seen: seenAs(call), conversation });
      assert.deepEqual(await store.finish(finished), settled);
      assert.deepEqual(await callOf(store, call), read);
      assert.deepEqual((await store.loadForDecision(read, 'v1')).conversation, conversationRow(call));
    },
  },
  {
    title: 'a read that adds no conversation leaves none behind',
    async run(store) {
      const read = completed(callRow(), { revision: 1 });
      assert.deepEqual(await store.finish(finishedCall(read, { conversation: null })), settled);
      const { call, conversation } = await store.loadForDecision(read, 'v1');
      assert.deepEqual([call, conversation], [read, null]);
    },
  },
  {
    title: 'a read that saw a row which is gone has moved',
    async run(store) {
      const read = callRow();
      const seen = { revision: 1, mac: 'mac:gone' };
      const answer = await changesNothing(store, [read], async () =>
        store.finish(finishedCall(read, { seen })),
      );
      assert.deepEqual(answer, { kind: 'moved', call: null });
    },
  },
];

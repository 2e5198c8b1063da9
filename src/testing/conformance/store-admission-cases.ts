import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import {
  admissionOf,
  callRow,
  catalogueRow,
  completed,
  conversationRow,
  evidenceRow,
  seenAs,
  settlementOf,
  withCatalogue,
} from './store-rows.ts';
import { callOf, changesNothing, recordsOf } from './store-view.ts';

const admitted = { kind: 'admitted' };

/** What admission compares, writes and answers. */
export const admissionCases: readonly StoreCase[] = [
  {
    title: 'an admitted call is there with its conversation and its evidence, every column as given',
    async run(store) {
      await withCatalogue(store);
      const call = callRow({ taken: '[["meter",1,2]]' });
      const before = await recordsOf(store, 'acme');
      assert.deepEqual(await store.admit(admissionOf(call)), admitted);
      const data = await store.loadForDecision(call, 'v1');
      assert.deepEqual(data.call, call);
      assert.deepEqual(data.conversation, conversationRow(call));
      assert.deepEqual(data.catalogue, catalogueRow);
      const records = await store.evidence({ tenant: 'acme', after: 0, limit: 100 });
      assert.equal(records.length, before + 1);
      const { order, ...record } = records.at(-1)!;
      assert.deepEqual(record, evidenceRow(call));
      assert.ok(Number.isSafeInteger(order));
    },
  },
  {
    title: 'a call that nobody made is absent, with its conversation and its catalogue',
    async run(store) {
      const { catalogue, conversation, call } = await store.loadForDecision(callRow(), 'v1');
      assert.deepEqual([catalogue, conversation, call], [null, null, null]);
    },
  },
  {
    title: 'of two admissions of one call the second is told that it moved, and by what',
    async run(store) {
      await withCatalogue(store);
      const call = callRow();
      await store.admit(admissionOf(call));
      const again = callRow({ mac: 'mac:other', execution: 'execution:other', holds: 'operation:other' });
      const answer = await changesNothing(store, [call, again], async () => store.admit(admissionOf(again)));
      assert.deepEqual(answer, { kind: 'call_moved', call });
    },
  },
  {
    title: 'of twenty admissions of one call at once exactly one is admitted, the others are shown its row',
    async run(store) {
      await withCatalogue(store);
      const calls = Array.from({ length: 20 }, (_, n) =>
        callRow({ mac: `mac:${n}`, execution: `execution:${n}` }),
      );
      const answers = await Promise.all(calls.map(async (call) => store.admit(admissionOf(call))));
      const winner = await callOf(store, callRow());
      const losers = answers.filter(({ kind }) => kind !== 'admitted');
      assert.equal(losers.length, 19);
      for (const loser of losers) assert.deepEqual(loser, { kind: 'call_moved', call: winner });
    },
  },
  {
    title: 'a call seen before is admitted over the row that was seen, and only over that one',
    async run(store) {
      await withCatalogue(store);
      const first = callRow();
      await store.admit(admissionOf(first));
      const released = callRow({ state: 'retryable', holds: null, revision: 2, mac: 'mac:released' });
      await store.settle(settlementOf(first, released));
      const retried = callRow({ revision: 3, mac: 'mac:retried' });
      for (const seen of [
        seenAs(first),
        { revision: 2, mac: 'mac:forged' },
        { revision: 1, mac: released.mac },
        null,
      ]) {
        const answer = await changesNothing(store, [first], async () =>
          store.admit(admissionOf(retried, { seen })),
        );
        assert.deepEqual(answer, { kind: 'call_moved', call: released });
      }
      assert.deepEqual(await store.admit(admissionOf(retried, { seen: seenAs(released) })), admitted);
      assert.deepEqual(await callOf(store, first), retried);
      assert.deepEqual(await store.holder('acme', retried.holds!), retried);
    },
  },
  {
    title: 'a call whose row is gone has moved',
    async run(store) {
      await withCatalogue(store);
      const call = callRow({ revision: 2 });
      const seen = { revision: 1, mac: 'mac:gone' };
      const answer = await changesNothing(store, [call], async () =>
        store.admit(admissionOf(call, { seen })),
      );
      assert.deepEqual(answer, { kind: 'call_moved', call: null });
    },
  },
  {
    title: 'admission needs its catalogue version, in force, with the very MAC',
    async run(store) {
      await withCatalogue(store);
      const superseded = { version: 'v0', state: 'superseded', since: 0, mac: 'mac:v0' } as const;
      await store.registerCatalogue(superseded, evidenceRow(callRow({ id: 'catalogue-0' })));
      const call = callRow();
      for (const catalogue of [
        { version: 'v1', mac: 'mac:forged' },
        { version: 'v0', mac: 'mac:v0' },
        { version: 'v9', mac: 'mac:v1' },
      ]) {
        const answer = await changesNothing(store, [call], async () =>
          store.admit(admissionOf(call, { catalogue })),
        );
        assert.deepEqual(answer, { kind: 'moved', what: 'catalogue' });
      }
    },
  },
  {
    title: 'an operation that another call holds refuses, and shows who holds it',
    async run(store) {
      await withCatalogue(store);
      const first = callRow({ holds: 'operation' });
      await store.admit(admissionOf(first));
      const second = callRow({ id: 'call-2', conversation: 'another', holds: 'operation' });
      const answer = await changesNothing(store, [first, second], async () =>
        store.admit(admissionOf(second)),
      );
      assert.deepEqual(answer, { kind: 'held', holder: first });
      assert.equal((await store.loadForDecision(second, 'v1')).conversation, null);
    },
  },
  {
    title: 'an operation stays held while its outcome is unknown, and is free once its call lets go',
    async run(store) {
      await withCatalogue(store);
      const first = callRow({ holds: 'operation' });
      await store.admit(admissionOf(first));
      const unknown = callRow({ ...first, state: 'indeterminate', revision: 2, mac: 'mac:unknown' });
      await store.settle(settlementOf(first, unknown));
      const second = callRow({ id: 'call-2', holds: 'operation' });
      const held = await changesNothing(store, [first, second], async () => store.admit(admissionOf(second)));
      assert.deepEqual(held, { kind: 'held', holder: unknown });
      await store.settle(settlementOf(unknown, completed(unknown, { holds: null })));
      assert.deepEqual(await store.admit(admissionOf(second)), admitted);
    },
  },
  {
    title: 'a completed operation that is kept refuses every later one',
    async run(store) {
      await withCatalogue(store);
      const first = callRow({ holds: 'operation' });
      await store.admit(admissionOf(first));
      const kept = completed(first, { holds: 'operation' });
      await store.settle(settlementOf(first, kept));
      const answer = await store.admit(admissionOf(callRow({ id: 'call-2', holds: 'operation' })));
      assert.deepEqual(answer, { kind: 'held', holder: kept });
    },
  },
  {
    title: 'operations are held within a tenant, and calls that hold none never meet',
    async run(store) {
      await withCatalogue(store);
      for (const call of [
        callRow({ holds: 'operation' }),
        callRow({ tenant: 'globex', holds: 'operation' }),
        callRow({ id: 'call-2', holds: null }),
        callRow({ id: 'call-3', holds: null }),
      ]) {
        assert.deepEqual(await store.admit(admissionOf(call)), admitted);
      }
      assert.equal((await store.holder('globex', 'operation'))?.tenant, 'globex');
      assert.equal(await store.holder('acme', 'nobody'), null);
    },
  },
  {
    title: 'the answers come in order: the call, then the catalogue, then the holder',
    async run(store) {
      await withCatalogue(store);
      const call = callRow({ holds: 'operation' });
      await store.admit(admissionOf(call));
      const catalogue = { version: 'v1', mac: 'mac:forged' };
      const other = callRow({ id: 'call-2', holds: 'operation' });
      assert.equal((await store.admit(admissionOf(call, { catalogue }))).kind, 'call_moved');
      assert.equal((await store.admit(admissionOf(other, { catalogue }))).kind, 'moved');
      assert.equal((await store.admit(admissionOf(other))).kind, 'held');
    },
  },
  {
    title: 'a conversation that is there is not touched',
    async run(store) {
      await withCatalogue(store);
      const call = callRow();
      await store.admit(admissionOf(call));
      const next = callRow({ id: 'call-2' });
      const conversation = conversationRow(next, { steps: 9, sources: 9, revision: 9, head: 'head:other' });
      assert.deepEqual(await store.admit(admissionOf(next, { conversation })), admitted);
      assert.deepEqual((await store.loadForDecision(next, 'v1')).conversation, conversationRow(call));
    },
  },
  {
    title: 'where no conversation is to be added none is, and one that is there stays as it is',
    async run(store) {
      await withCatalogue(store);
      const call = callRow();
      assert.deepEqual(await store.admit(admissionOf(call, { conversation: null })), admitted);
      const data = await store.loadForDecision(call, 'v1');
      assert.deepEqual([data.call, data.conversation], [call, null]);
      await store.admit(admissionOf(callRow({ id: 'call-2' })));
      await store.admit(admissionOf(callRow({ id: 'call-3' }), { conversation: null }));
      assert.deepEqual((await store.loadForDecision(call, 'v1')).conversation, conversationRow(call));
    },
  },
  {
    title: 'one call id is another call for another tenant, owner and conversation',
    async run(store) {
      await withCatalogue(store);
      const calls = [
        callRow({ holds: null }),
        callRow({ tenant: 'globex', holds: null, mac: 'mac:tenant' }),
        callRow({ owner: 'bob', holds: null, mac: 'mac:owner', execution: 'execution:owner' }),
        callRow({
          conversation: 'else',
          holds: null,
          mac: 'mac:conversation',
          execution: 'execution:conversation',
        }),
      ];
      for (const call of calls) assert.deepEqual(await store.admit(admissionOf(call)), admitted);
      for (const call of calls) assert.deepEqual(await callOf(store, call), call);
      const stranger = await store.loadForDecision(callRow({ owner: 'eve' }), 'v1');
      assert.deepEqual([stranger.call, stranger.conversation], [null, null]);
    },
  },
  {
    title: 'an execution id that a living call has is refused whole; after a failure it is free',
    async run(store) {
      await withCatalogue(store);
      const first = callRow();
      await store.admit(admissionOf(first));
      const second = callRow({ id: 'call-2', execution: first.execution });
      await changesNothing(store, [first, second], () =>
        assert.rejects(async () => store.admit(admissionOf(second)), { code: 'store_failed' }),
      );
      await store.settle(
        settlementOf(first, callRow({ ...first, state: 'failed', holds: null, revision: 2, mac: 'm' })),
      );
      assert.deepEqual(await store.admit(admissionOf(second)), admitted);
    },
  },
];

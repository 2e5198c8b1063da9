import assert from 'node:assert/strict';
import { Tampered } from '../../errors.ts';
import type { EntryKind } from '../../store/rows.ts';
import type { Relied } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import { chainOf, entriesOf, headOf, talk } from './store-history-rows.ts';
import {
  admissionOf,
  callRow,
  completed,
  conversationRow,
  evidenceRow,
  finishedCall,
  seenAs,
  settlementOf,
  withCatalogue,
} from './store-rows.ts';
import { callOf, changesNothing, recordsOf } from './store-view.ts';

const admitted = { kind: 'admitted' };
const settled = { kind: 'settled' };
const everyKind: readonly EntryKind[] = ['heard', 'saw', 'step', 'run', 'shared'];
const nothing: Relied = { sources: null, steps: null, run: null };

/** How entries of a history are chained, read and relied on. */
export const historyCases: readonly StoreCase[] = [
  {
    title: 'entries of every kind are there, every column as given, in their order, under their anchor',
    async run(store) {
      const chaining = chainOf(everyKind);
      await store.append({ ...talk, history: chaining, evidence: null });
      const { conversation, entries } = chaining(null);
      assert.deepEqual(await entriesOf(store), entries);
      assert.deepEqual(await headOf(store), { conversation, entries: 5 });
      assert.equal(await recordsOf(store, 'acme'), 0);
    },
  },
  {
    title: 'a conversation that nobody made has no entries',
    async run(store) {
      assert.deepEqual(await entriesOf(store), []);
      assert.deepEqual(await headOf(store), { conversation: null, entries: 0 });
    },
  },
  {
    title: 'each addition is chained to the anchor that is there by then, with its evidence',
    async run(store) {
      const heads: Parameters<ReturnType<typeof chainOf>>[0][] = [];
      for (const n of [1, 2, 3]) {
        const evidence = evidenceRow(callRow({ id: `entry-${n}` }));
        await store.append({ ...talk, history: chainOf(['heard'], talk, heads), evidence });
      }
      assert.equal(await recordsOf(store, 'acme'), 3);
      assert.deepEqual(
        (await entriesOf(store)).map(({ n, mac }) => [n, mac]),
        [
          [1, '/heard-1'],
          [2, '/heard-1/heard-2'],
          [3, '/heard-1/heard-2/heard-3'],
        ],
      );
      assert.deepEqual(
        heads.map((head) => head?.revision ?? null),
        [null, 1, 2],
      );
    },
  },
  {
    title: 'fifty additions at once make one straight chain',
    async run(store) {
      await Promise.all(
        Array.from({ length: 50 }, async () =>
          store.append({ ...talk, history: chainOf(['heard', 'saw']), evidence: null }),
        ),
      );
      const entries = await entriesOf(store);
      assert.deepEqual(
        entries.map(({ n }) => n),
        Array.from({ length: 100 }, (_, n) => n + 1),
      );
      entries.forEach(({ mac, n, kind }, index) => {
        assert.equal(mac, `${entries[index - 1]?.mac ?? ''}/${kind}-${n}`);
      });
      const { conversation } = await headOf(store);
      assert.deepEqual([conversation?.revision, conversation?.sources], [100, 50]);
    },
  },
  {
    title: 'entries are paged in their order, those of one conversation alone',
    async run(store) {
      await store.append({
        ...talk,
        history: chainOf(Array.from({ length: 25 }, () => 'heard')),
        evidence: null,
      });
      for (const other of [{ tenant: 'globex' }, { owner: 'bob' }, { conversation: 'other' }]) {
        const of = { ...talk, ...other };
        await store.append({ ...of, history: chainOf(['saw'], of), evidence: null });
        assert.equal((await headOf(store, of)).entries, 1);
      }
      const page = async (after: number, limit: number) =>
        (await store.entries({ ...talk, after, limit })).map(({ n }) => n);
      assert.deepEqual(await page(0, 3), [1, 2, 3]);
      assert.deepEqual(await page(23, 9), [24, 25]);
      assert.deepEqual(await page(25, 9), []);
      assert.deepEqual(await page(0, 0), []);
      assert.equal((await page(0, 1_000)).length, 25);
      assert.equal((await headOf(store)).entries, 25);
    },
  },
  {
    title: 'what chaining throws, and an entry whose place is taken, writes nothing',
    async run(store) {
      await store.append({ ...talk, history: chainOf(['heard']), evidence: null });
      const before = [await entriesOf(store), await headOf(store)];
      const evidence = evidenceRow(callRow());
      const throwing = () => {
        throw new Tampered('conversation');
      };
      await assert.rejects(async () => store.append({ ...talk, history: throwing, evidence }), {
        name: 'Tampered',
      });
      const again = () => chainOf(['saw'])(null);
      await assert.rejects(async () => store.append({ ...talk, history: again, evidence }), {
        code: 'store_failed',
      });
      assert.deepEqual([await entriesOf(store), await headOf(store)], before);
      assert.equal(await recordsOf(store, 'acme'), 0);
    },
  },
  {
    title: 'an admission chains its entry in the same moment, over the conversation that it brings',
    async run(store) {
      await withCatalogue(store);
      const call = callRow({ chained: true });
      const heads: Parameters<ReturnType<typeof chainOf>>[0][] = [];
      const history = chainOf(['step'], talk, heads);
      assert.deepEqual(await store.admit(admissionOf(call, { history })), admitted);
      assert.deepEqual(heads, [conversationRow(call)]);
      assert.deepEqual(await callOf(store, call), call);
      const { conversation, entries } = await headOf(store);
      assert.deepEqual([conversation?.steps, conversation?.revision, entries], [1, 1, 1]);
    },
  },
  {
    title: 'an admission that is refused chains nothing',
    async run(store) {
      await withCatalogue(store);
      const first = callRow();
      await store.admit(admissionOf(first, { history: chainOf(['step']) }));
      const before = [await entriesOf(store), await headOf(store)];
      const same = callRow({ mac: 'mac:other' });
      const thief = callRow({ id: 'call-2', holds: first.holds });
      const moved = callRow({ id: 'call-3' });
      const heads: Parameters<ReturnType<typeof chainOf>>[0][] = [];
      const history = chainOf(['step'], talk, heads);
      const answers = await changesNothing(store, [first, thief, moved], async () => [
        await store.admit(admissionOf(same, { history })),
        await store.admit(admissionOf(thief, { history })),
        await store.admit(admissionOf(moved, { history, relied: { ...nothing, steps: 0 } })),
      ]);
      assert.deepEqual(answers, [
        { kind: 'call_moved', call: first },
        { kind: 'held', holder: first },
        { kind: 'moved', what: 'history' },
      ]);
      assert.deepEqual([await entriesOf(store), await headOf(store), heads], [...before, []]);
    },
  },
  {
    title: 'an admission compares the counters that it relied on, and those alone',
    async run(store) {
      await withCatalogue(store);
      await store.append({ ...talk, history: chainOf(['heard', 'saw', 'step', 'saw']), evidence: null });
      const admit = async (id: string, relied: Partial<Relied>) =>
        (await store.admit(admissionOf(callRow({ id }), { relied: { ...nothing, ...relied } }))).kind;
      assert.equal(await admit('a', { sources: 1 }), 'moved');
      assert.equal(await admit('b', { steps: 2 }), 'moved');
      assert.equal(await admit('c', { sources: 2, steps: 0 }), 'moved');
      assert.equal(await admit('d', { sources: 2 }), 'admitted');
      assert.equal(await admit('e', { steps: 1 }), 'admitted');
      assert.equal(await admit('f', { sources: 2, steps: 1 }), 'admitted');
      assert.equal(await admit('g', {}), 'admitted');
      await store.append({ ...talk, history: chainOf(['heard']), evidence: null });
      assert.equal(await admit('h', { sources: 2, steps: 1 }), 'admitted');
    },
  },
  {
    title: 'a conversation without a row has counters of zero',
    async run(store) {
      await withCatalogue(store);
      const admit = async (id: string, relied: Partial<Relied>) =>
        (await store.admit(admissionOf(callRow({ id }), { relied: { ...nothing, ...relied } }))).kind;
      assert.equal(await admit('a', { sources: 1, steps: 0 }), 'moved');
      assert.equal(await admit('b', { sources: 0, steps: 0 }), 'admitted');
    },
  },
  {
    title: 'of twenty admissions at once that relied on the same steps and make one, exactly one is admitted',
    async run(store) {
      await withCatalogue(store);
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, n) =>
          store.admit(
            admissionOf(callRow({ id: `call-${n}` }), {
              relied: { ...nothing, steps: 0 },
              history: chainOf(['step']),
            }),
          ),
        ),
      );
      assert.equal(answers.filter(({ kind }) => kind === 'admitted').length, 1);
      assert.equal((await headOf(store)).entries, 1);
    },
  },
  {
    title: 'settling chains to whatever the head is by then; one that has moved chains nothing',
    async run(store) {
      await withCatalogue(store);
      const call = callRow({ chained: true });
      await store.admit(admissionOf(call, { history: chainOf(['step']) }));
      await store.append({ ...talk, history: chainOf(['saw']), evidence: null });
      const settlement = { ...settlementOf(call, completed(call)), history: chainOf(['step']) };
      assert.deepEqual(await store.settle(settlement), settled);
      assert.deepEqual(
        (await entriesOf(store)).map(({ kind }) => kind),
        ['step', 'saw', 'step'],
      );
      assert.equal((await store.settle(settlement)).kind, 'moved');
      assert.equal((await headOf(store)).entries, 3);
    },
  },
  {
    title: 'a finished read chains its entry; one whose id was taken chains nothing',
    async run(store) {
      const read = completed(callRow({ chained: true }), { revision: 1 });
      const finished = finishedCall(read, { history: chainOf(['step']) });
      assert.deepEqual(await store.finish(finished), settled);
      assert.equal((await headOf(store)).entries, 1);
      assert.equal((await store.finish(finished)).kind, 'moved');
      const next = callRow({ ...read, revision: 2, mac: 'mac:next' });
      const over = finishedCall(next, { seen: seenAs(read), history: chainOf(['step']) });
      assert.deepEqual(await store.finish(over), settled);
      assert.equal((await headOf(store)).entries, 2);
    },
  },
];

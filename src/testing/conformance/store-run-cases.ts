import assert from 'node:assert/strict';
import type { CallRow, RunRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { approvalRow, requestOf } from './store-approval-rows.ts';
import type { StoreCase } from './store-case.ts';
import {
  chainOf,
  entriesOf,
  headOf,
  nextRun,
  runChange,
  runRow,
  talk,
  turnTo,
} from './store-history-rows.ts';
import {
  admissionOf,
  callRow,
  completed,
  finishedCall,
  seenAs,
  settlementOf,
  withCatalogue,
} from './store-rows.ts';
import { changesNothing, recordsOf } from './store-view.ts';

const changed = { kind: 'changed' };
const settled = { kind: 'settled' };

async function opened(store: Store, change: Partial<RunRow> = {}): Promise<RunRow> {
  const run = runRow(change);
  assert.deepEqual(await store.changeRun(runChange(null, run)), changed);
  return run;
}

/** Admits a call of the run. */
async function stepOf(store: Store, change: Partial<CallRow> = {}): Promise<CallRow> {
  const call = callRow({ run: 'run-1', ...change });
  assert.equal((await store.admit(admissionOf(call))).kind, 'admitted');
  return call;
}

const reliedOn = (run: RunRow) => ({ sources: null, steps: null, run: { id: run.id, seen: run } });

/** How runs are kept, and go on with the calls that are their steps. */
export const runCases: readonly StoreCase[] = [
  {
    title: 'a run is there, every column as given, with its evidence',
    async run(store) {
      const run = await opened(store);
      const other = await opened(store, {
        id: 'run-2',
        atomic: false,
        state: 'held',
        was: 'undoing',
        ended: 7,
      });
      assert.deepEqual(await store.run('acme', 'run-1'), run);
      assert.deepEqual(await store.run('acme', 'run-2'), other);
      assert.deepEqual([await store.run('globex', 'run-1'), await store.run('acme', 'run-3')], [null, null]);
      assert.equal(await recordsOf(store, 'acme'), 2);
    },
  },
  {
    title:
      'a run is not finished while a call of it is claimed or waits for people, but for those that wait in vain',
    async run(store) {
      await withCatalogue(store);
      const run = await opened(store);
      const finish = (inVain: readonly string[] = []) =>
        store.changeRun(runChange(run, nextRun(run, { state: 'finished', ended: 9 }), { inVain }));
      const asked = callRow({ run: 'run-1', id: 'call-2', state: 'asked', holds: null });
      assert.equal((await store.finish(finishedCall(asked))).kind, 'settled');
      const call = await stepOf(store);
      for (const inVain of [[], ['call-2']]) assert.deepEqual(await finish(inVain), { kind: 'busy' });
      assert.deepEqual(await store.run('acme', 'run-1'), run);
      assert.deepEqual(await store.settle(settlementOf(call, completed(call))), settled);
      for (const inVain of [[], ['call-3']]) assert.deepEqual(await finish(inVain), { kind: 'busy' });
      assert.deepEqual(await finish(['call-2']), changed);
    },
  },
  {
    title: 'a run is written over the row that was seen, and only over that one',
    async run(store) {
      const run = await opened(store);
      const next = nextRun(run, { state: 'undoing' });
      for (const seen of [null, { revision: 1, mac: 'mac:forged' }, { revision: 2, mac: run.mac }]) {
        const history = chainOf(['run']);
        const change = { ...runChange(run, next, { history }), seen };
        const answer = await changesNothing(store, [], async () => store.changeRun(change));
        assert.deepEqual(answer, { kind: 'moved', run });
      }
      const gone = runRow({ id: 'run-9' });
      assert.deepEqual(await store.changeRun(runChange(gone, nextRun(gone, {}))), {
        kind: 'moved',
        run: null,
      });
      assert.equal((await headOf(store)).entries, 0);
      assert.deepEqual(await store.changeRun(runChange(run, next)), changed);
      assert.deepEqual(await store.run('acme', 'run-1'), next);
    },
  },
  {
    title: 'the end of a run and its entry are written in the same moment',
    async run(store) {
      const run = await opened(store);
      const end = nextRun(run, { state: 'finished', ended: 9 });
      assert.deepEqual(await store.changeRun(runChange(run, end, { history: chainOf(['run']) })), changed);
      assert.deepEqual(
        (await entriesOf(store)).map(({ kind }) => kind),
        ['run'],
      );
    },
  },
  {
    title: 'of twenty changes of one run at once exactly one is written, the others are shown it',
    async run(store) {
      const run = await opened(store);
      const changes = Array.from({ length: 20 }, (_, n) =>
        nextRun(run, { state: 'undoing', mac: `mac:${n}` }),
      );
      const answers = await Promise.all(
        changes.map(async (next, n) =>
          store.changeRun({
            ...runChange(run, next),
            evidence: runChange(null, runRow({ id: `e-${n}` })).evidence,
          }),
        ),
      );
      const row = await store.run('acme', 'run-1');
      const losers = answers.filter(({ kind }) => kind === 'moved');
      assert.equal(losers.length, 19);
      for (const loser of losers) assert.deepEqual(loser, { kind: 'moved', run: row });
    },
  },
  {
    title: 'runs that have not ended are paged in the order of the bytes of their ids, those of one tenant',
    async run(store) {
      for (const id of ['b', 'a', 'é', 'Z', 'c']) await opened(store, { id });
      await opened(store, { id: 'd', state: 'finished', ended: 1 });
      await opened(store, { id: 'e', state: 'undone', ended: 1 });
      await opened(store, { id: 'f', state: 'undoing' });
      await opened(store, { id: 'g', state: 'held', was: 'open' });
      await opened(store, { tenant: 'globex', id: 'h' });
      const page = async (after: string, limit: number) =>
        (await store.runs({ tenant: 'acme', after, limit })).map(({ id }) => id);
      assert.deepEqual(await page('', 100), ['Z', 'a', 'b', 'c', 'f', 'g', 'é']);
      assert.deepEqual(await page('b', 2), ['c', 'f']);
      assert.deepEqual([await page('é', 9), await page('', 0)], [[], []]);
    },
  },
  {
    title: 'the calls of a run are its steps and what undoes them, in whichever state, of one tenant',
    async run(store) {
      await withCatalogue(store);
      const first = await stepOf(store);
      const done = completed(first, { undo: 'sealed:undo' });
      await store.settle(settlementOf(first, done));
      const undoing = await stepOf(store, { id: 'call-2', undoes: 'call-1', chained: true });
      const asked = callRow({ id: 'call-3', run: 'run-1', state: 'asked', holds: null });
      await store.finish(finishedCall(asked));
      await stepOf(store, { id: 'call-4', run: 'run-2' });
      await stepOf(store, { id: 'call-5', run: null });
      await stepOf(store, { id: 'call-6', tenant: 'globex' });
      const calls = [...(await store.callsOfRun('acme', 'run-1'))];
      calls.sort((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(calls, [done, undoing, asked]);
      assert.deepEqual(await store.callsOfRun('acme', 'run-9'), []);
    },
  },
  {
    title: 'a decision reads the run that it names, with its calls that are claimed or indeterminate',
    async run(store) {
      await withCatalogue(store);
      const run = await opened(store);
      const claimed = await stepOf(store);
      const lost = await stepOf(store, { id: 'call-2', state: 'indeterminate' });
      const over = await stepOf(store, { id: 'call-3' });
      await store.settle(settlementOf(over, completed(over)));
      await stepOf(store, { id: 'call-4', run: 'run-2' });
      const load = async (id?: string) => (await store.loadForDecision(callRow(), 'v1', id)).run;
      const data = await load('run-1');
      assert.deepEqual(data?.run, run);
      assert.deepEqual(
        [...(data?.unsettled ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1)),
        [claimed, lost],
      );
      assert.deepEqual([await load(), await load('run-2')], [null, null]);
    },
  },
  {
    title: 'an admission needs its run as it was seen',
    async run(store) {
      await withCatalogue(store);
      const run = await opened(store);
      const call = callRow({ run: 'run-1' });
      for (const relied of [
        reliedOn({ ...run, mac: 'mac:forged' }),
        reliedOn({ ...run, revision: 2 }),
        reliedOn(runRow({ id: 'run-9' })),
      ]) {
        const answer = await changesNothing(store, [call], async () =>
          store.admit(admissionOf(call, { relied })),
        );
        assert.deepEqual(answer, { kind: 'moved', what: 'run' });
      }
      assert.equal((await store.admit(admissionOf(call, { relied: reliedOn(run) }))).kind, 'admitted');
    },
  },
  {
    title: 'asking people needs the run as it was seen',
    async run(store) {
      await withCatalogue(store);
      const run = await opened(store);
      const request = requestOf(approvalRow());
      const moved = await store.requestApproval({
        ...request,
        run: { id: run.id, seen: { ...run, revision: 2 } },
      });
      assert.deepEqual(moved, { kind: 'moved', what: 'run' });
      assert.equal(await store.approval('acme', 'ask-1'), null);
      const asked = await store.requestApproval({ ...request, run: { id: run.id, seen: run } });
      assert.deepEqual(asked, { kind: 'requested' });
    },
  },
  {
    title: 'a call that ends takes its run on, which hears how many other calls are indeterminate',
    async run(store) {
      await withCatalogue(store);
      const run = await opened(store);
      const call = await stepOf(store);
      await stepOf(store, { id: 'call-2', state: 'indeterminate' });
      await stepOf(store, { id: 'call-3' });
      await stepOf(store, { id: 'call-4', state: 'indeterminate', run: 'run-2' });
      const told: { run: RunRow; indeterminate: number }[] = [];
      const lost = completed(call, {
        state: 'indeterminate',
        holds: call.holds,
        sealed: null,
        sealedUntil: null,
      });
      const turn = turnTo({ state: 'held', was: 'open' }, told);
      assert.deepEqual(await store.settle({ ...settlementOf(call, lost), run: turn }), settled);
      const held = nextRun(run, { state: 'held', was: 'open' });
      assert.deepEqual([told, await store.run('acme', 'run-1')], [[{ run, indeterminate: 1 }], held]);

      const found = completed(lost, { mac: 'mac:found' });
      const stay = turnTo(null, told);
      assert.deepEqual(await store.settle({ ...settlementOf(lost, found), run: stay }), settled);
      assert.deepEqual(told[1], { run: held, indeterminate: 1 });
      assert.deepEqual(await store.run('acme', 'run-1'), held);
    },
  },
  {
    title: 'a settlement that has moved leaves its run alone, and one whose run is gone is refused whole',
    async run(store) {
      await withCatalogue(store);
      const run = await opened(store);
      const call = await stepOf(store);
      const settlement = settlementOf(call, completed(call));
      const turn = turnTo({ state: 'held', was: 'open' });
      const seen = { ...seenAs(call), mac: 'mac:forged' };
      assert.equal((await store.settle({ ...settlement, seen, run: turn })).kind, 'moved');
      assert.deepEqual(await store.run('acme', 'run-1'), run);
      await changesNothing(store, [call], () =>
        assert.rejects(
          async () =>
            store.settle({ ...settlement, history: chainOf(['step'], talk), run: { ...turn, id: 'run-9' } }),
          { code: 'store_failed' },
        ),
      );
      assert.equal((await headOf(store)).entries, 0);
    },
  },
];

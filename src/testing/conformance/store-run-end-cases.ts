import assert from 'node:assert/strict';
import type { CallRow, RunRow } from '../../store/rows.ts';
import type { RunTurn, Store } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import { runRow } from './store-history-rows.ts';
import {
  admissionOf,
  callRow,
  completed,
  evidenceRow,
  finishedCall,
  seenAs,
  settlementOf,
  withCatalogue,
} from './store-rows.ts';
import { callOf } from './store-view.ts';

const record = (id: string) => evidenceRow(callRow({ id }));

async function opened(store: Store, run: RunRow = runRow()): Promise<RunRow> {
  await withCatalogue(store);
  const answer = await store.changeRun({
    seen: null,
    run,
    history: null,
    inVain: [],
    evidence: record(`open ${run.id}`),
  });
  assert.deepEqual(answer, { kind: 'changed' });
  return run;
}

async function admitted(store: Store, run: RunRow, change: Partial<CallRow> = {}): Promise<CallRow> {
  const call = callRow({ run: run.id, ...change });
  const relied = { sources: null, steps: null, run: { id: run.id, seen: seenAs(run) } };
  assert.deepEqual(await store.admit(admissionOf(call, { relied })), { kind: 'admitted' });
  return call;
}

/** A turn that writes this over whatever is there, and what it was told. */
function turning(run: RunRow | null, told: unknown[] = []): RunTurn {
  return {
    id: 'run-1',
    next(found, indeterminate) {
      told.push([found.revision, indeterminate]);
      return run === null ? null : { run, evidence: record('turn') };
    },
  };
}

/** What becomes of runs, and of what is done in them. */
export const runEndCases: readonly StoreCase[] = [
  {
    title: 'a call that is written whole turns its run as well, and every call of a run is found',
    async run(store) {
      const first = await opened(store);
      const failed = callRow({ run: 'run-1', state: 'failed', holds: null });
      const next = runRow({ state: 'undoing', revision: 2 });
      await store.finish(finishedCall(failed, { run: turning(next) }));
      assert.deepEqual(await store.run('acme', 'run-1'), next);
      assert.deepEqual(await callOf(store, failed), failed);
      assert.deepEqual(await store.callsOfRun('acme', first.id), [failed]);
      assert.deepEqual(await store.callsOfRun('other', first.id), []);
    },
  },
  {
    title: 'of a run that decides, those of its calls are told that have not ended',
    async run(store) {
      const first = await opened(store);
      const asked = callRow({ id: 'asked', run: 'run-1', state: 'asked', holds: null });
      await store.finish(finishedCall(asked));
      const claimed = await admitted(store, first, { id: 'claimed' });
      const over = await admitted(store, first, { id: 'over' });
      await store.settle(settlementOf(over, completed(over)));
      const { run } = await store.loadForDecision(claimed, 'v1', 'run-1');
      assert.deepEqual(run?.run, first);
      assert.deepEqual(run?.unsettled.map(({ id }) => id).toSorted(), ['asked', 'claimed']);
      assert.equal((await store.loadForDecision(claimed, 'v1')).run, null);
      assert.equal((await store.loadForDecision(claimed, 'v1', 'run-2')).run, null);
    },
  },
];

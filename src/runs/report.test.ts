import { expect, test } from 'vitest';
import type { CallRow } from '../store/rows.ts';
import { callRow } from '../testing/conformance/store-rows.ts';
import { openedRun } from '../execution/run.fixture.ts';
import { isWaiting, reportOf } from './report.ts';
import type { Standing } from './standing.ts';

const row = (id: string, change: Partial<CallRow> = {}): CallRow =>
  callRow({ id, capability: id, run: 'run-1', state: 'completed', undo: 'sealed', ...change });
const undo = (id: string, change: Partial<CallRow> = {}) =>
  row(`undo ${id}`, { undoes: id, undo: null, ...change });

function standing(change: Partial<Standing> & { readonly calls?: readonly CallRow[] } = {}): Standing {
  const { calls = [], ...others } = change;
  const steps = calls.filter(({ undoes }) => undoes === null);
  return {
    run: { ...openedRun, mac: 'mac' },
    now: 'open',
    steps: new Map(steps.map((call) => [call.id, call])),
    undos: new Map(calls.flatMap((call) => (call.undoes === null ? [] : [[call.undoes, call] as const]))),
    lost: new Map(),
    reads: new Set(),
    told: steps.map(({ id, capability }) => ({ call: id, capability, state: 'completed', bound: {} })),
    at: 5_000,
    ...others,
  };
}

const names = (of: readonly { readonly capability: string }[]) => of.map(({ capability }) => capability);

test('a report of nothing has nothing in it', () => {
  expect(reportOf(standing())).toEqual({
    ...{ runId: 'run-1', state: 'open', atomic: true, deadline: 10_000 },
    ...{ done: [], waiting: [], indeterminate: [], undone: [], notUndoable: [], failed: [] },
  });
});

test('steps stand in the order in which they were admitted, as the history tells it, and by time once it tells nothing', () => {
  const calls = [row('late', { at: 3 }), row('early', { at: 1 }), row('between', { at: 2 })];
  expect(names(reportOf(standing({ calls })).done)).toEqual(['late', 'early', 'between']);
  const over = { run: { ...openedRun, mac: 'mac', ended: 9 }, told: [] };
  expect(names(reportOf(standing({ calls, ...over })).done)).toEqual(['early', 'between', 'late']);
});

test('each step stands where it belongs, and an undo beside it', () => {
  const calls = [
    row('kept'),
    row('taken back'),
    undo('taken back'),
    row('being taken back'),
    undo('being taken back', { state: 'claimed' }),
    row('final', { undo: null }),
    row('looked', { undo: null }),
    row('running', { state: 'claimed', undo: null }),
    row('lost', { state: 'claimed', deadline: 4_999, undo: null }),
    row('failed', { state: 'failed', undo: null }),
    row('asked', { state: 'asked', undo: null }),
    row('asked in vain', { state: 'asked', undo: null }),
    row('once more', { state: 'retryable', undo: null }),
  ];
  const lost = new Map([['asked in vain', 'approval_expired' as const]]);
  const report = reportOf(standing({ calls, lost, reads: new Set(['looked']) }));
  expect(names(report.done)).toEqual(['kept', 'being taken back', 'final', 'looked']);
  expect(names(report.undone)).toEqual(['taken back']);
  expect(names(report.notUndoable)).toEqual(['final']);
  expect(names(report.waiting)).toEqual(['running', 'asked', 'undo being taken back']);
  expect(names(report.indeterminate)).toEqual(['lost']);
});

test('what ended waits for nobody; what failed in this attempt is told', () => {
  const calls = [row('a'), row('asked', { state: 'asked', undo: null })];
  const run = { ...openedRun, mac: 'mac', state: 'undone' as const, ended: 9 };
  const report = reportOf(standing({ calls, run, now: 'undone' }), { step: calls[0]!, reason: 'failed' });
  expect(report.waiting).toEqual([]);
  expect(report.failed).toEqual([{ capability: 'a', executionId: 'execution:a', reason: 'failed' }]);
  expect(Object.isFrozen(report) && Object.isFrozen(report.failed)).toBe(true);
});

test('a call waits while it may yet do something', () => {
  const of = { lost: new Map([['b', 'approval_rejected' as const]]), at: 5_000 };
  expect(isWaiting(row('a', { state: 'asked' }), of)).toBe(true);
  expect(isWaiting(row('b', { state: 'asked' }), of)).toBe(false);
  expect(isWaiting(row('c', { state: 'claimed', deadline: 5_000 }), of)).toBe(true);
  expect(isWaiting(row('c', { state: 'claimed', deadline: 4_999 }), of)).toBe(false);
  expect(isWaiting(row('d'), of)).toBe(false);
});

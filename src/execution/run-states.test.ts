import { describe, expect, test } from 'vitest';
import { Tampered } from '../errors.ts';
import { deriveKeys } from '../json/index.ts';
import type { RunRow } from '../store/rows.ts';
import { signRun, verifiedRun } from './run-row.ts';
import { ended, type EndForRun, released, runAt, turnOf, undoing } from './run-states.ts';
import { openedRun } from './run.fixture.ts';

const keys = deriveKeys('ab'.repeat(32));
const run = (change: Partial<RunRow> = {}): RunRow => signRun(keys, { ...openedRun, ...change });
const shown = ({ state, was }: RunRow) => (was === null ? state : `${state}, was ${was}`);

test.each<[Partial<RunRow>, boolean, number, string]>([
  [{}, false, 9_999, 'open'],
  [{}, false, 10_000, 'overdue'],
  [{}, true, 10_000, 'held'],
  [{ state: 'undoing' }, false, 10_000, 'undoing'],
  [{ state: 'undoing' }, true, 5_000, 'held'],
  [{ state: 'held', was: 'open' }, true, 5_000, 'held'],
  [{ state: 'held', was: 'open' }, false, 5_000, 'open'],
  [{ state: 'held', was: 'open' }, false, 10_000, 'overdue'],
  [{ state: 'held', was: 'undoing' }, false, 10_000, 'undoing'],
  [{ state: 'held' }, false, 5_000, 'held'],
  [{ state: 'finished', ended: 2_000 }, true, 10_000, 'finished'],
  [{ state: 'undone', ended: 2_000 }, true, 10_000, 'undone'],
])('%j, with an end that nobody knows: %s, reads at %i as %s', (change, unknown, now, state) => {
  expect(runAt(run(change), unknown, now)).toBe(state);
});

test('each successor is the next revision, under a MAC of its own', () => {
  for (const next of [
    undoing(keys, run()),
    ended(keys, run(), 'finished', 5),
    ended(keys, run(), 'undone', 5),
  ]) {
    expect(verifiedRun(keys, next)).toMatchObject({ revision: 2, was: null });
  }
  expect(ended(keys, run(), 'undone', 5)).toMatchObject({ state: 'undone', ended: 5 });
  expect(released(keys, run())).toBeNull();
  expect(shown(released(keys, run({ state: 'held', was: 'undoing' }))!)).toBe('undoing');
});

describe('as one of its calls ends', () => {
  test.each<[Partial<RunRow>, EndForRun, number, string | null]>([
    [{}, 'well', 0, null],
    [{}, 'wrong', 0, 'run.undoing: undoing'],
    [{ atomic: false }, 'wrong', 0, null],
    [{}, 'unknown', 0, 'run.held: held, was open'],
    [{ state: 'undoing' }, 'well', 0, null],
    [{ state: 'undoing' }, 'wrong', 0, null],
    [{ state: 'undoing' }, 'unknown', 0, 'run.held: held, was undoing'],
    [{ state: 'held', was: 'open' }, 'well', 0, 'run.released: open'],
    [{ state: 'held', was: 'open' }, 'well', 1, null],
    [{ state: 'held', was: 'open' }, 'unknown', 1, null],
    [{ state: 'held', was: 'open' }, 'wrong', 1, 'run.undoing: held, was undoing'],
    [{ state: 'held', was: 'open', atomic: false }, 'wrong', 1, null],
    [{ state: 'held', was: 'undoing' }, 'well', 0, 'run.released: undoing'],
    [{ state: 'held', was: 'undoing' }, 'wrong', 1, null],
    [{ state: 'finished', ended: 2 }, 'wrong', 0, null],
    [{ state: 'finished', ended: 2 }, 'unknown', 0, null],
    [{ state: 'undone', ended: 2 }, 'well', 0, null],
  ])('%j, that end %s and %i others unknown: %s', (change, end, others, expected) => {
    const turned = turnOf(keys, end, run(change), others);
    expect(turned === null ? null : `${turned.type}: ${shown(turned.run)}`).toBe(expected);
    if (turned !== null) expect(verifiedRun(keys, turned.run).revision).toBe(2);
  });

  test('a run that was edited goes nowhere', () => {
    expect(() => turnOf(keys, 'well', { ...run(), state: 'undone' }, 0)).toThrow(Tampered);
  });
});

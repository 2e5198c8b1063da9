import { expect, test } from 'vitest';
import { Tampered } from '../errors.ts';
import { deriveKeys } from '../json/index.ts';
import { signRun, verifiedRun } from './run-row.ts';
import { openedRun } from './run.fixture.ts';

const keys = deriveKeys('ab'.repeat(32));

test('a run verifies as it was written, and under no other key', () => {
  const run = signRun(keys, openedRun);
  expect(verifiedRun(keys, run)).toBe(run);
  expect(Object.isFrozen(run)).toBe(true);
  expect(() => verifiedRun(deriveKeys('cd'.repeat(32)), run)).toThrow(Tampered);
});

test.each(Object.keys(openedRun))('a run whose %s was edited does not verify [D-009]', (column) => {
  const run = signRun(keys, openedRun);
  const before: unknown = Reflect.get(run, column);
  const edited =
    typeof before === 'boolean'
      ? !before
      : typeof before === 'number'
        ? before + 1
        : before === null
          ? 5
          : 'x';
  expect(() => verifiedRun(keys, { ...run, [column]: edited })).toThrow(Tampered);
});

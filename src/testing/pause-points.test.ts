import { describe, expect, test } from 'vitest';
import type { Awaitable } from '../awaitable.ts';
import { sqlite } from '../store/sqlite/index.ts';
import type { Store } from '../store/store.ts';
import { fakeClock } from './clock.ts';
import { admissionOf, callRow, catalogueRow, evidenceRow } from './conformance/store-rows.ts';
import { storeConformance } from './conformance/store.ts';
import { type PausePoint, pausePoints, withPausePoints } from './pause-points.ts';

describe('a store whose pauses do nothing conforms, whether they answer', () => {
  describe('at once', () => {
    storeConformance(test, () => withPausePoints(sqlite(':memory:'), () => {}));
  });

  describe('later', () => {
    storeConformance(test, () => withPausePoints(sqlite(':memory:'), async () => {}));
  });
});

test('every operation of the port has its two points, but what can be asked without opening', () => {
  const store = withPausePoints(sqlite(':memory:'), () => {});
  const operations = Object.entries(store).flatMap(([name, member]) =>
    typeof member === 'function' ? [name] : [],
  );
  const paused = new Set(pausePoints.map((point) => point.replace(/^(before|after) /, '')));
  expect(operations.filter((name) => !paused.has(name))).toEqual(['migrations']);
  expect(new Set(pausePoints).size).toBe(pausePoints.length);
});

/** An open store, and the same store with pauses. */
async function paused(pause: (point: PausePoint, real: Store) => Awaitable<void>) {
  const real = sqlite(':memory:');
  await real.open(fakeClock());
  await real.registerCatalogue(catalogueRow, evidenceRow(callRow({ id: 'catalogue' })));
  return { real, store: withPausePoints(real, (point) => pause(point, real)) };
}

const holds = async (store: Store) => (await store.holder('acme', 'operation:call-1')) !== null;

test('a pause comes before an operation is asked for and after it has answered, and each is waited for', async () => {
  const seen: (readonly [PausePoint, boolean])[] = [];
  const { store } = await paused(async (point, real) => {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([point, await holds(real)]);
  });
  expect(await store.admit(admissionOf(callRow()))).toEqual({ kind: 'admitted' });
  expect(seen).toEqual([
    ['before admit', false],
    ['after admit', true],
  ]);
});

test('where a pause answers at once, so does the operation', async () => {
  const passed: PausePoint[] = [];
  const { store } = await paused((point) => void passed.push(point));
  expect(store.loadForDecision(callRow(), 'v1')).toMatchObject({ call: null, catalogue: catalogueRow });
  expect(passed).toEqual(['before loadForDecision', 'after loadForDecision']);
});

test('a pause that throws is an operation that throws: not done before it, done and unheard of after it', async () => {
  for (const [at, there] of [
    ['before admit', false],
    ['after admit', true],
  ] as const) {
    const { real, store } = await paused((point) => {
      if (point === at) throw new Error(at);
    });
    await expect(async () => store.admit(admissionOf(callRow()))).rejects.toThrow(at);
    expect(await holds(real)).toBe(there);
  }
});

test('an operation that throws has no point after it', async () => {
  const passed: PausePoint[] = [];
  const { store } = await paused((point) => void passed.push(point));
  await store.close();
  await expect(async () => store.currentKey()).rejects.toThrow('not open');
  expect(passed).toEqual(['before close', 'after close', 'before currentKey']);
});

import { expect, test } from 'vitest';
import { ended, openTrip } from './trip.ts';

test('a step that fails undoes an atomic run, last step first [S-086]', async () => {
  const { session, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  expect(ended(await session.call('flight.book', { ref: 'F' }, { run }))).toBe('executed');
  expect(ended(await session.call('hotel.book', { ref: 'H' }, { run }))).toBe('executed');
  trip.mishaps.set('car.book', 'not_performed');
  const last = await session.call('car.book', { ref: 'C' }, { run });
  expect(last.kind).toBe('failed');
  expect(last.run).toMatchObject({
    runId: run.id,
    state: 'undone',
    done: [],
    undone: [{ capability: 'flight.book' }, { capability: 'hotel.book' }],
  });
  expect(trip.effects).toEqual([
    'flight.book F',
    'hotel.book H',
    'hotel.cancel hotel.book/H',
    'flight.cancel flight.book/F',
  ]);
  expect(ended(await session.call('car.book', { ref: 'C' }, { run }))).toBe('run_closed');
});

test('an undo that fails stops, and goes on from there when it is asked again [B-136]', async () => {
  const { session, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  for (const what of ['flight', 'hotel', 'car'] as const)
    expect(ended(await session.call(`${what}.book`, { ref: what }, { run }))).toBe('executed');
  trip.mishaps.set('hotel.cancel', 'not_performed');
  const first = await run.undo();
  expect(first).toMatchObject({
    state: 'undoing',
    undone: [{ capability: 'car.book' }],
    done: [{ capability: 'flight.book' }, { capability: 'hotel.book' }],
    failed: [{ capability: 'hotel.book', reason: 'failed' }],
  });
  trip.mishaps.clear();
  const second = await run.undo();
  expect(second).toMatchObject({ state: 'undone', done: [], failed: [] });
  expect(trip.effects.slice(3)).toEqual([
    'car.cancel car.book/car',
    'hotel.cancel hotel.book/hotel',
    'flight.cancel flight.book/flight',
  ]);
});

test('a step without an undo stops nothing and is reported [S-087]', async () => {
  const { session, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await session.call('flight.book', { ref: 'F' }, { run });
  await session.call('visa.book', { ref: 'V' }, { run });
  expect(await run.undo()).toMatchObject({
    state: 'undone',
    undone: [{ capability: 'flight.book' }],
    notUndoable: [{ capability: 'visa.book' }],
  });
  expect(trip.effects.at(-1)).toBe('flight.cancel flight.book/F');
});

test('an end that nobody knows holds a run until an operator found out', async () => {
  const { session, operator, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await session.call('flight.book', { ref: 'F' }, { run });
  trip.mishaps.set('hotel.book', 'throws');
  const lost = await session.call('hotel.book', { ref: 'H' }, { run, callId: 'h' });
  expect(lost.kind).toBe('indeterminate');
  expect((await run.report()).state).toBe('held');
  expect(ended(await session.call('car.book', { ref: 'C' }, { run }))).toBe('run_held');
  expect((await run.undo()).state).toBe('held');
  if (lost.kind !== 'indeterminate') throw new Error('not lost');
  await operator.claims.resolve(lost.executionId, { as: 'completed', reason: 'on the statement' });
  expect(await run.report()).toMatchObject({ state: 'open' });
  trip.mishaps.clear();
  expect(ended(await session.call('car.book', { ref: 'C' }, { run }))).toBe('executed');
  expect(await run.finish()).toMatchObject({ state: 'finished' });
});

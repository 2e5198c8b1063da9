/* Runs that nothing holds any more and that nobody has released, and tenants that come from around the call. */
import { expect, test } from 'vitest';
import { capability, withTenant } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { does, openTrip, recorded, ref, type Trip, twoTrips } from './trip.ts';

/** From now on cancelling a flight a second time does nothing. */
const retrySafe = (trip: Trip) => [
  capability({
    name: 'flight.cancel',
    effect: 'write',
    ask: 'never',
    input: ref,
    retrySafe: true,
    authorize: () => true,
    execute: ({ input, executionId }) => does(trip, 'flight.cancel', input.ref, executionId),
  }),
];

test('what a deploy made safe to try again holds the run no more: an operator releases it, and it is undone', async () => {
  const { one, trip, file, clock } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  await one.book('flight', run);
  trip.mishaps.set('flight.cancel', 'throws');
  expect((await run.undo()).state).toBe('held');
  trip.mishaps.clear();

  const next = await openTrip({ more: retrySafe, store: sqlite(file) }, trip, clock);
  const { runs } = next.operator;
  expect(await runs.show(run.id)).toMatchObject({ run: { state: 'undoing' } });
  expect(await runs.release(run.id, { reason: 'safe by now' })).toMatchObject({
    kind: 'acted',
    run: { state: 'undoing' },
  });
  expect(await runs.release(run.id, { reason: 'safe by now' })).toMatchObject({ reason: 'not_held' });
  expect((await recorded(next.boundary)).at(-2)).toMatchObject({
    type: 'run.released',
    body: { by: 'operator', reason: 'safe by now' },
  });
  const same = await next.session.run({ id: run.id });
  expect((await same.undo()).state).toBe('undone');
  expect(trip.executions[1]).toBe(trip.executions[2]);
  await next.boundary.close();
});

test('where tenants come from around the call, a run is undone for its own tenant and for no other', async () => {
  const { session, book, trip } = await openTrip({ tenancy: 'ambient' });
  const acme = <T>(work: () => Promise<T>) => withTenant('acme', work);
  const run = await acme(() => session.run({ atomic: true }));
  await acme(() => book('flight', run));
  await expect(withTenant('other', () => run.undo())).rejects.toMatchObject({ code: 'context_invalid' });
  await expect(run.undo()).rejects.toMatchObject({ code: 'context_invalid' });
  expect(trip.effects).toEqual(['flight.book flight']);
  expect((await acme(() => run.undo())).state).toBe('undone');
});

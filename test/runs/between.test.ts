/* What comes between a step of an atomic run and its being judged is nothing that went wrong with it. */
import { expect, test } from 'vitest';
import { type Capability, capability } from '../../src/index.ts';
import { does, ended, openTrip, ref, type Trip, twoTrips } from './trip.ts';

const tour =
  (change: object = {}) =>
  (trip: Trip): readonly Capability[] => [
    capability({
      name: 'tour.book',
      effect: 'write',
      ask: 'never',
      input: ref,
      authorize: () => true,
      execute: ({ input, executionId }) => does(trip, 'tour.book', input.ref, executionId),
      ...change,
    }),
  ];

test('a step that was not judged, since others came between, undoes nothing and may be sent again [S-086]', async () => {
  const moving = { now: true };
  const restless = {
    sequence: { atMost: 1 },
    authorize: async () => {
      if (moving.now) await opened.session.share(`guest-${(shared += 1)}`);
      return true;
    },
  };
  let shared = 0;
  const opened = await openTrip({ more: tour(restless) });
  const { session, trip } = opened;
  const run = await session.run({ atomic: true });
  await opened.book('flight', run);
  const book = () => session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  const first = await book();
  expect([ended(first), first.run]).toEqual(['contended', undefined]);
  moving.now = false;
  expect(ended(await book())).toBe('executed');
  expect(await run.report()).toMatchObject({ state: 'open', done: [{}, {}] });
  expect(trip.effects).toHaveLength(2);
});

test('a process that a deploy superseded begins no undoing: the others go on with the run [S-086]', async () => {
  const { one, open, trip } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  await one.book('flight', run);
  const next = await open({ more: tour() });
  await next.boundary.supersedeOtherCatalogues('a new version');
  const stale = await one.book('hotel', run);
  expect([ended(stale), stale.run]).toEqual(['catalogue_stale', undefined]);
  const same = await next.session.run({ id: run.id });
  expect(ended(await next.book('hotel', same))).toBe('executed');
  expect(await same.finish()).toMatchObject({ state: 'finished', done: [{}, {}] });
  expect(trip.effects).toEqual(['flight.book flight', 'hotel.book hotel']);
  await next.boundary.close();
});

/* Runs of a conversation that several take part in: who touches them, and for how long. */
import { expect, test } from 'vitest';
import { evidenceOf } from '../desk.ts';
import { ended, openTrip, traveller } from './trip.ts';

const notShared = { code: 'context_invalid', message: expect.stringContaining('not shared') as string };

/** An atomic run of Ann's with one step done, and whoever wants to be her guest. */
async function hosted() {
  const opened = await openTrip();
  const run = await opened.session.run({ atomic: true });
  await opened.book('flight', run);
  const guest = opened.boundary.session({ ...traveller, principal: 'bob' }, { sharedBy: 'ann' });
  return { ...opened, run, guest };
}

test('whoever takes no part in a conversation begins no run in it, goes on with none and undoes none [D-065, S-086]', async () => {
  const { boundary, guest, run, trip } = await hosted();
  const before = (await evidenceOf(boundary)).length;
  await expect(guest.run()).rejects.toMatchObject(notShared);
  await expect(guest.run({ id: run.id })).rejects.toMatchObject(notShared);
  expect(await evidenceOf(boundary)).toHaveLength(before);
  const refused = await guest.call('hotel.book', { ref: 'H' }, { run });
  expect([ended(refused), refused.run]).toEqual(['binding_mismatch', undefined]);
  expect(await run.report()).toMatchObject({ state: 'open', done: [{}] });
  expect(trip.effects).toEqual(['flight.book flight']);
});

test('a guest goes on with a run while it takes part, and from then on touches it no more [D-065, S-086]', async () => {
  const { session, guest, run, trip } = await hosted();
  await session.share('bob');
  const own = await guest.run({ id: run.id });
  expect(ended(await guest.call('hotel.book', { ref: 'H' }, { run: own, callId: 'h' }))).toBe('executed');
  expect(await own.report()).toMatchObject({ done: [{}, {}] });
  await session.unshare('bob');
  for (const touch of ['report', 'finish', 'undo'] as const)
    await expect(own[touch]()).rejects.toMatchObject(notShared);
  const refused = await guest.call('car.book', { ref: 'C' }, { run: own });
  expect([ended(refused), refused.run]).toEqual(['binding_mismatch', undefined]);
  expect(await run.report()).toMatchObject({ state: 'open', done: [{}, {}] });
  // What it did while it took part is undone as everything else is, whoever asks for it.
  expect(await run.undo()).toMatchObject({ state: 'undone', undone: [{}, {}] });
  expect(trip.effects.slice(2)).toEqual(['hotel.cancel hotel.book/H', 'flight.cancel flight.book/flight']);
});

test('a run is what it said it is when it was handed in, however often it is asked', async () => {
  const { session, run } = await hosted();
  const asked: string[] = [];
  const turncoat = {
    ...run,
    get id() {
      asked.push('id');
      return asked.length > 1 ? 'another' : run.id;
    },
  };
  expect(ended(await session.call('hotel.book', { ref: 'H' }, { run: turncoat }))).toBe('executed');
  expect([asked.length, (await run.report()).done.length]).toEqual([1, 2]);
});

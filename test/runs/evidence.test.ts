/* What is on record of a run: who did what to it and why, and how undoing a step follows from the step. */
import { expect, test } from 'vitest';
import { ended, openTrip, recorded } from './trip.ts';

type Boundary = Awaited<ReturnType<typeof openTrip>>['boundary'];

/** What the records say of runs: how each went on, by whom and why. */
async function told(boundary: Boundary): Promise<readonly string[]> {
  return (await recorded(boundary))
    .filter(({ type }) => type.startsWith('run.'))
    .map(({ type, body: { by = 'begun', reason = null } }) => `${type} ${String(by)} ${String(reason)}`);
}

test('a run that finishes is on record from beginning to end', async () => {
  const { session, boundary, book } = await openTrip();
  const run = await session.run({ atomic: true, deadline: 1_000 });
  await book('flight', run);
  await run.finish();
  const records = await recorded(boundary);
  const [opened, admitted, executed, finished] = records.slice(-4);
  expect(opened).toMatchObject({ type: 'run.opened', body: { run: run.id, atomic: true } });
  expect(admitted).toMatchObject({ type: 'call.admitted', body: { run: run.id, permit: 'allowed' } });
  expect(executed).toMatchObject({ type: 'call.executed', body: { run: run.id } });
  expect(finished).toMatchObject({
    type: 'run.finished',
    body: { run: run.id, atomic: true, by: 'session', second: null, reason: null },
  });
  expect(finished!.body['who']).toBe(admitted!.body['principal']);
  expect(JSON.stringify(records)).not.toMatch(/ann|flight\/|"ref"/);
});

test('a step that fails and what undoes the others are on record, each undo with the step that it undoes [S-073, S-063]', async () => {
  const { session, boundary, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await book('flight', run);
  await book('hotel', run);
  trip.mishaps.set('car.book', 'not_performed');
  await book('car', run);
  expect(await told(boundary)).toEqual([
    'run.opened begun null',
    'run.undoing session failed',
    'run.undone session null',
  ]);
  const records = await recorded(boundary);
  const undoes = records.filter(({ body }) => body['undoes'] !== undefined && body['undoes'] !== null);
  expect(undoes.map(({ type, body }) => [type, body['capability'], body['permit'], body['undoes']])).toEqual([
    ['call.admitted', 'hotel.cancel', 'compensation', trip.executions[1]],
    ['call.executed', 'hotel.cancel', 'compensation', trip.executions[1]],
    ['call.admitted', 'flight.cancel', 'compensation', trip.executions[0]],
    ['call.executed', 'flight.cancel', 'compensation', trip.executions[0]],
  ]);
});

test.each([
  ['denied', 'denied'],
  ['asked', 'asked'],
  ['deadline', 'deadline'],
] as const)('it is on record why a session undoes a run: %s', async (why, reason) => {
  const { session, boundary, book, clock, trip } = await openTrip();
  const run = await session.run({ atomic: true, deadline: 1_000 });
  await book('flight', run);
  if (why === 'denied') trip.mishaps.set('car.book', 'denied');
  if (why === 'deadline') clock.advance(1_000);
  await (why === 'asked' ? run.undo() : book('car', run));
  expect(await told(boundary)).toEqual([
    'run.opened begun null',
    `run.undoing session ${reason}`,
    'run.undone session null',
  ]);
});

test('what holds a run, who released it and who undid it are on record [B-139]', async () => {
  const { session, boundary, book, operator, trip } = await openTrip({ secondPerson: ['runs.undo'] });
  const second = boundary.operator({ tenant: 'acme', id: 'otto' });
  const run = await session.run({ atomic: true });
  await book('flight', run);
  trip.mishaps.set('hotel.book', 'throws');
  const lost = await book('hotel', run);
  if (lost.kind !== 'indeterminate') throw new Error('the end is known');
  await operator.claims.resolve(lost.executionId, { as: 'retryable', reason: 'not there' });
  trip.mishaps.set('flight.cancel', 'not_performed');
  await operator.runs.undo(run.id, { reason: 'the customer left', second });
  trip.mishaps.clear();
  await operator.runs.undo(run.id, { reason: 'once more', second });
  expect(await told(boundary)).toEqual([
    'run.opened begun null',
    'run.held session null',
    'run.released operator not there',
    'run.undoing operator the customer left',
    'run.undoing operator once more',
    'run.undone operator once more',
  ]);
  const bodies = (await recorded(boundary)).flatMap(({ type, body }) =>
    type === 'run.undoing' ? [body] : [],
  );
  expect(bodies[0]!['second']).toEqual(expect.stringMatching(/^[\w-]{43}$/));
  expect(bodies[0]!['second']).not.toBe(bodies[0]!['who']);
});

test('an undo that is refused is on record as a refusal [B-139]', async () => {
  const { session, boundary, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await book('flight', run);
  trip.mishaps.set('flight.cancel', 'denied');
  await run.undo();
  expect((await recorded(boundary)).at(-1)).toMatchObject({
    type: 'call.refused',
    body: { capability: 'flight.cancel', gate: 'authorization', reason: 'unauthorized' },
  });
});

test('a run that is looked at, and one that nobody may touch, leave no record of a change', async () => {
  const { session, boundary, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  trip.mishaps.set('car.book', 'throws');
  expect(ended(await book('car', run))).toBe('indeterminate');
  const before = await told(boundary);
  await run.report();
  await run.undo();
  await run.finish();
  expect(await told(boundary)).toEqual(before);
});

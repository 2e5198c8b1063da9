/* Several at the same run at once: sessions, siblings, processes, and people who are asked about a step of it. */
import { expect, onTestFinished, test } from 'vitest';
import { capability, type Outcome, resource } from '../../src/index.ts';
import { held, turns } from '../desk.ts';
import { allowed, does, ended, openTrip, pairOfTrips, ref, type Trip, twoTrips } from './trip.ts';

const undone = [
  'car.cancel car.book/car',
  'hotel.cancel hotel.book/hotel',
  'flight.cancel flight.book/flight',
];

test('two sessions that undo at once undo each step once [S-063]', async () => {
  const { boundary, session, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  for (const what of ['flight', 'hotel', 'car'] as const) await book(what, run);
  const other = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const same = await other.run({ id: run.id });
  const reports = await Promise.all([run.undo(), same.undo(), run.undo()]);
  expect(reports.some(({ state }) => state === 'undone')).toBe(true);
  expect(reports.every(({ failed }) => failed.length === 0)).toBe(true);
  expect(trip.effects.slice(3)).toEqual(undone);
  // Whoever comes later finds it undone, and undoes nothing.
  expect((await same.undo()).state).toBe('undone');
  expect(trip.effects).toHaveLength(6);
});

test('two boundaries on one database, and an operator, undo each step once [S-063]', async () => {
  const { one, two, trip } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  for (const what of ['flight', 'hotel', 'car'] as const) await one.book(what, run);
  const same = await two.session.run({ id: run.id });
  await Promise.all([run.undo(), same.undo(), two.operator.runs.undo(run.id, { reason: 'stop' })]);
  expect((await same.undo()).state).toBe('undone');
  expect(trip.effects.slice(3)).toEqual(undone);
});

test('one that undoes while another undoes a step waits for it, and undoes nothing twice [S-063]', async () => {
  const { one, two, trip } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  for (const what of ['flight', 'hotel', 'car'] as const) await one.book(what, run);
  const cancelling = held<void>();
  trip.onEffect = (name) => (name === 'car.cancel' ? cancelling.promise : undefined);
  const first = run.undo();
  await turns();
  const same = await two.session.run({ id: run.id });
  expect(await same.undo()).toMatchObject({
    state: 'undoing',
    waiting: [{ capability: 'car.cancel' }],
    failed: [],
  });
  cancelling.resolve();
  expect((await first).state).toBe('undone');
  expect(trip.effects.slice(3)).toEqual(undone);
});

test('a sibling that executes settles first, and is undone with the others by whoever waits for it [S-086]', async () => {
  const { session, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  for (const what of ['flight', 'hotel'] as const) await book(what, run);
  const driving = held<void>();
  trip.onEffect = (name) => (name === 'car.book' ? driving.promise : undefined);
  const sibling = book('car', run);
  await turns();
  trip.mishaps.set('visa.book', 'denied');
  const denied = await book('visa', run);
  expect(denied).toMatchObject({
    reason: 'unauthorized',
    run: { state: 'undoing', waiting: [{ capability: 'car.book' }], undone: [] },
  });
  // Nothing more is begun, and nothing is undone yet.
  expect(ended(await book('visa', run))).toBe('run_closed');
  expect(trip.effects).toHaveLength(2);
  trip.onEffect = () => {};
  driving.resolve();
  expect(await sibling).toMatchObject({ kind: 'executed', run: { state: 'undone' } });
  expect(trip.effects.slice(2)).toEqual(['car.book car', ...undone]);
});

test('a sibling that settles while the run is being read is not overlooked [S-086]', async () => {
  let readingRows: () => Promise<void> = async () => {};
  const goesOn = held<void>();
  let isSettled = false;
  const pair = await pairOfTrips({}, async (point) => {
    // The sibling's own process has settled, and comes no further.
    if (point === 'after settle' && isSettled) await goesOn.promise;
    if (point === 'before callsOfRun') await readingRows();
  });
  onTestFinished(pair.close);
  const { one, two, trip } = pair;
  const run = await one.session.run({ atomic: true });
  await one.book('flight', run);
  const driving = held<void>();
  trip.onEffect = (name) => (name === 'car.book' ? driving.promise : undefined);
  const sibling = two.book('car', await two.session.run({ id: run.id }));
  await turns();
  trip.mishaps.set('visa.book', 'denied');
  expect((await one.book('visa', run)).run).toMatchObject({ state: 'undoing', waiting: [{}] });
  let reads = 0;
  readingRows = async () => {
    reads += 1;
    // What the history tells was read, and the rows were not.
    if (reads !== 3) return;
    isSettled = true;
    driving.resolve();
    await turns();
    isSettled = false;
  };
  expect(await run.undo()).toMatchObject({ state: 'undone', undone: [{}, {}] });
  expect(reads).toBeGreaterThan(3);
  goesOn.resolve();
  expect((await sibling).kind).toBe('executed');
  expect(trip.effects).toEqual([
    ...['flight.book flight', 'car.book car'],
    ...['car.cancel car.book/car', 'flight.cancel flight.book/flight'],
  ]);
});

test('a step that fails while a sibling executes closes the run at once [S-086]', async () => {
  const { session, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  const driving = held<void>();
  trip.onEffect = (name) => (name === 'car.book' ? driving.promise : undefined);
  const sibling = book('car', run);
  await turns();
  trip.mishaps.set('hotel.book', 'not_performed');
  expect(await book('hotel', run)).toMatchObject({ kind: 'failed', run: { state: 'undoing' } });
  driving.resolve();
  expect(await sibling).toMatchObject({ kind: 'executed', run: { state: 'undone' } });
  expect(trip.effects).toEqual(['car.book car', 'car.cancel car.book/car']);
});

test('a step that people are asked about while its run is finished keeps it open [S-086]', async () => {
  const between: { work: (() => Promise<unknown>) | null } = { work: null };
  const tour = (trip: Trip) => [
    capability({
      name: 'tour.book',
      effect: 'write',
      ask: 'always',
      input: ref,
      target: resource({ type: 'tour', id: 'ref', load: (_context, id: string) => ({ id }) }),
      authorize: allowed(trip, 'tour.book'),
      confirm: ({ target }) => ({ tour: target.id }),
      execute: ({ input, executionId }) => does(trip, 'tour.book', input.ref, executionId),
    }),
  ];
  const { one, two, close } = await pairOfTrips({ more: tour }, async (point) => {
    const { work } = between;
    if (point !== 'before changeRun' || work === null) return;
    between.work = null;
    await work();
  });
  onTestFinished(close);
  const run = await one.session.run({ atomic: true });
  between.work = () => two.session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  const report = await run.finish();
  expect(report).toMatchObject({ state: 'open', waiting: [{ capability: 'tour.book' }] });
  expect(between.work).toBeNull();
});

test('a step that is admitted while its run is finished keeps it open', async () => {
  const { session, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await book('flight', run);
  const driving = held<void>();
  trip.onEffect = (name) => (name === 'car.book' ? driving.promise : undefined);
  const [step, finished] = [book('car', run), run.finish()];
  await turns();
  const report = await finished;
  expect(['open', 'finished']).toContain(report.state);
  driving.resolve();
  const outcome = await step;
  // Either it came first, and was waited for; or it came too late, and did not happen.
  expect([report.state, ended(outcome)]).toEqual(
    report.state === 'open' ? ['open', 'executed'] : ['finished', 'run_closed'],
  );
});

const tour = (trip: Trip) => [
  capability({
    name: 'tour.book',
    effect: 'write',
    ask: 'always',
    input: ref,
    target: resource({
      type: 'tour',
      id: 'ref',
      load: (_context, id: string) => ({ id }),
      key: ({ id }) => id,
    }),
    confirm: ({ target }) => ({ tour: target.id }),
    authorize: allowed(trip, 'tour.book'),
    execute: ({ input, executionId }) => does(trip, 'tour.book', input.ref, executionId),
  }),
];

type Opened = Awaited<ReturnType<typeof openTrip>>;

async function answered({ boundary }: Opened, outcome: Outcome): Promise<string> {
  if (outcome.kind !== 'pending') throw new Error(`nobody is asked: ${ended(outcome)}`);
  const { approvals } = boundary.approver({ tenant: 'acme', id: 'ann' });
  const answer = await approvals.approve(outcome.approvalId, { digest: outcome.actionDigest });
  return answer.kind === 'refused' ? answer.reason : answer.kind;
}

test('what people are asked, or have agreed to, in a run that is undone is taken back [S-086]', async () => {
  const opened = await openTrip({ more: tour });
  const { session, book, trip, boundary } = opened;
  const run = await session.run({ atomic: true });
  await book('flight', run);
  const asked = (what: string) => session.call('tour.book', { ref: what }, { run, callId: what });
  const [waits, agreed] = [await asked('A'), await asked('B')];
  expect(await answered(opened, agreed)).toBe('answered');
  trip.mishaps.set('car.book', 'not_performed');
  const failed = await book('car', run);
  expect(failed.run).toMatchObject({ state: 'undone', waiting: [] });
  expect(await answered(opened, waits)).toBe('not_pending');
  for (const what of ['A', 'B']) expect(ended(await asked(what))).toBe('run_closed');
  const { approvals } = boundary.approver({ tenant: 'acme', id: 'ann' });
  expect(await approvals.list()).toMatchObject({ approvals: [] });
  expect(trip.effects).toEqual(['flight.book flight', 'flight.cancel flight.book/flight']);
});

test('what people agreed to in a run that is held is not used before it is released, and stays theirs', async () => {
  const opened = await openTrip({ more: tour });
  const { session, book, trip, operator } = opened;
  const run = await session.run({ atomic: true });
  const asked = () => session.call('tour.book', { ref: 'A' }, { run, callId: 'a' });
  const pending = await asked();
  trip.mishaps.set('car.book', 'throws');
  const lost = await book('car', run);
  expect(await answered(opened, pending)).toBe('answered');
  expect(ended(await asked())).toBe('run_held');
  expect(await run.report()).toMatchObject({ state: 'held', waiting: [{ capability: 'tour.book' }] });
  if (lost.kind !== 'indeterminate') throw new Error('the end is known');
  await operator.claims.resolve(lost.executionId, { as: 'retryable', reason: 'not there' });
  expect(ended(await asked())).toBe('executed');
  expect(trip.effects).toEqual(['car.book car', 'tour.book A']);
});

test('a sibling that fails in a run that is held leaves it to be undone once it is released', async () => {
  const { session, book, trip, operator } = await openTrip();
  const run = await session.run({ atomic: true });
  await book('flight', run);
  const hotel = held<void>();
  trip.onEffect = (name) => (name === 'hotel.book' ? hotel.promise : undefined);
  trip.mishaps.set('hotel.book', 'not_performed').set('car.book', 'throws');
  const failing = book('hotel', run);
  await turns();
  const lost = await book('car', run);
  hotel.resolve();
  expect((await failing).kind).toBe('failed');
  expect(await run.report()).toMatchObject({ state: 'held' });
  if (lost.kind !== 'indeterminate') throw new Error('the end is known');
  await operator.claims.resolve(lost.executionId, { as: 'retryable', reason: 'not there' });
  // A step went wrong: what an operator allowed once more is not done in this run.
  expect(await run.report()).toMatchObject({ state: 'undoing' });
  trip.mishaps.clear();
  expect(ended(await book('car', run))).toBe('run_closed');
  expect(trip.effects).toEqual(['flight.book flight', 'car.book car', 'flight.cancel flight.book/flight']);
});

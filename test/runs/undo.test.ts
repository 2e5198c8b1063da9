import { expect, test } from 'vitest';
import { type Capability, capability, resource } from '../../src/index.ts';
import { ended, openTrip, ref, type Trip } from './trip.ts';

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

/** A run with three steps done, whose cancelling of the hotel has a mishap. */
async function threeDone(...options: Parameters<typeof openTrip>) {
  const opened = await openTrip(...options);
  const run = await opened.session.run({ atomic: true });
  for (const what of ['flight', 'hotel', 'car'] as const)
    expect(ended(await opened.book(what, run))).toBe('executed');
  return { ...opened, run };
}

const [flight, hotel, car] = ['flight', 'hotel', 'car'].map((what) => `${what}.cancel ${what}.book/${what}`);

test.each([
  ['fails', 'not_performed', 'failed'],
  ['is denied, since the right is lost by now,', 'denied', 'unauthorized'],
  ['is denied, since cancelling is frozen,', 'denied by policy', 'unauthorized'],
  ['meets a policy that is down', 'breaks', 'authorization_error'],
  ['is throttled by policy', 'throttled', 'throttled'],
] as const)(
  'an undo that %s stops, and goes on from there when it is asked again [B-136, B-139]',
  async (_title, mishap, reason) => {
    const { run, trip } = await threeDone();
    trip.mishaps.set('hotel.cancel', mishap);
    for (const _again of [1, 2])
      expect(await run.undo()).toMatchObject({
        state: 'undoing',
        undone: [{ capability: 'car.book' }],
        done: [{ capability: 'flight.book' }, { capability: 'hotel.book' }],
        failed: [{ capability: 'hotel.book', reason }],
      });
    trip.mishaps.clear();
    expect(await run.undo()).toMatchObject({ state: 'undone', done: [], failed: [] });
    expect(trip.effects.slice(3)).toEqual([car, hotel, flight]);
  },
);

test('a principal who may do nothing any more undoes nothing; an operator neither, until it may again [B-139]', async () => {
  const rights = { gone: false };
  const directory = { principal: () => (rights.gone ? null : {}), operator: () => true };
  const { run, trip, operator } = await threeDone({ directory });
  rights.gone = true;
  const failed = [{ capability: 'car.book', reason: 'unauthorized' }];
  expect(await run.undo()).toMatchObject({ state: 'undoing', failed });
  expect(await operator.runs.undo(run.id, { reason: 'stop' })).toMatchObject({
    kind: 'acted',
    run: { failed },
  });
  expect(trip.effects).toHaveLength(3);
  rights.gone = false;
  expect((await run.undo()).state).toBe('undone');
});

test('a touch of any kind goes on with an undo that stopped [B-136]', async () => {
  const { session, run, trip } = await threeDone();
  trip.mishaps.set('hotel.cancel', 'not_performed');
  await run.undo();
  trip.mishaps.clear();
  const outcome = await session.call('visa.book', { ref: 'V' }, { run });
  expect([ended(outcome), outcome.run?.state]).toEqual(['run_closed', 'undone']);
  expect(trip.effects.slice(3)).toEqual([car, hotel, flight]);
});

test('a step without an undo stops nothing and is reported [S-087, B-140]', async () => {
  const { session, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await session.call('flight.book', { ref: 'F' }, { run });
  await session.call('visa.book', { ref: 'V' }, { run });
  expect(await run.undo()).toMatchObject({
    state: 'undone',
    undone: [{ capability: 'flight.book' }],
    done: [{ capability: 'visa.book' }],
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

test.each([
  ['completed', [car, hotel, flight], ['hotel.book', 'car.book', 'flight.book']],
  ['retryable', [car, hotel, hotel, flight], ['hotel.book', 'car.book', 'flight.book']],
] as const)(
  'an undo of which nobody knows the end holds the run; resolved as %s it goes on [S-090, B-136]',
  async (as, effects, undone) => {
    const { run, trip, operator } = await threeDone();
    trip.mishaps.set('hotel.cancel', 'throws');
    expect(await run.undo()).toMatchObject({
      state: 'held',
      indeterminate: [{ capability: 'hotel.cancel' }],
      failed: [{ capability: 'hotel.book', reason: 'indeterminate' }],
    });
    // It is not tried again by itself, whoever asks.
    trip.mishaps.clear();
    expect(await run.undo()).toMatchObject({ state: 'held', failed: [] });
    expect(trip.effects.slice(3)).toEqual([car, hotel]);
    const listed = await operator.claims.list();
    if (listed.kind !== 'listed') throw new Error(listed.reason);
    await operator.claims.resolve(listed.claims[0]!.executionId, { as, reason: 'looked it up' });
    const report = await run.undo();
    expect(report).toMatchObject({ state: 'undone', indeterminate: [] });
    expect(report.undone.map(({ capability: name }) => name).toSorted()).toEqual([...undone].toSorted());
    expect(trip.effects.slice(3)).toEqual(effects);
  },
);

test('an undo that does nothing twice is tried once more under its execution id, when it is asked again [S-090]', async () => {
  const { run, trip } = await threeDone();
  trip.mishaps.set('car.cancel', 'throws');
  expect(await run.undo()).toMatchObject({
    state: 'undoing',
    indeterminate: [{ capability: 'car.cancel' }],
    failed: [{ capability: 'car.book', reason: 'indeterminate' }],
  });
  expect(trip.effects.slice(3)).toEqual([car]);
  trip.mishaps.clear();
  expect(await run.undo()).toMatchObject({ state: 'undone', indeterminate: [] });
  expect(trip.effects.slice(3)).toEqual([car, car, hotel, flight]);
  expect(trip.executions[3]).toBe(trip.executions[4]);
});

const everything = resource({
  type: 'tour',
  id: 'ref',
  load: (_context, id: string) => ({ id }),
  key: ({ id }) => id,
});

/** A tour that is cancelled as its undo says, and returns what it likes. */
const tour =
  (change: object) =>
  (trip: Trip): readonly Capability[] => [
    capability({
      name: 'tour.book',
      effect: 'write',
      ask: 'never',
      input: ref,
      authorize: () => true,
      execute: () => {
        trip.effects.push('tour.book');
        return {};
      },
      ...change,
    }),
    capability({
      name: 'tour.cancel',
      effect: 'write',
      ask: 'never',
      input: ref,
      authorize: () => true,
      execute: ({ input }) => {
        trip.effects.push(`tour.cancel ${input.ref}`);
      },
    }),
  ];
const undoneWith = (args: (done: { result: unknown }) => unknown) => ({
  undo: { with: 'tour.cancel', arguments: args },
});
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

test.each<[string, (done: { result: unknown }) => unknown]>([
  [
    'throw',
    () => {
      throw new Error('no idea');
    },
  ],
  ['are not JSON', () => ({ ref: 1n })],
  ['are a cycle', () => cycle],
  ['are no object', () => 'T'],
  ['are a list', () => ['T']],
  ['are too large', () => ({ ref: 'x'.repeat(13 * 1024 * 1024) })],
  ['come later', () => Promise.resolve({ ref: 'T' })],
  ['fail later', () => Promise.reject(new Error('no idea'))],
  ['are nothing', () => undefined],
])(
  'arguments of an undo that %s: the step has happened and is reported as not undoable [S-087]',
  async (_title, args) => {
    const { session, book, trip } = await openTrip({ more: tour(undoneWith(args)) });
    const run = await session.run({ atomic: true });
    await book('flight', run);
    expect(ended(await session.call('tour.book', { ref: 'T' }, { run }))).toBe('executed');
    expect(await run.report()).toMatchObject({ notUndoable: [{ capability: 'tour.book' }] });
    expect(await run.undo()).toMatchObject({
      state: 'undone',
      undone: [{ capability: 'flight.book' }],
      notUndoable: [{ capability: 'tour.book' }],
    });
    expect(trip.effects).toEqual(['flight.book flight', 'tour.book', flight]);
  },
);

test.each<[string, unknown]>([
  ['a BigInt', 1n],
  ['a cycle', cycle],
  ['50 MB', 'x'.repeat(50 * 1024 * 1024)],
])(
  'a result that is %s: it has happened, is told without its value, and is undone all the same [B-137]',
  async (_title, result) => {
    const { session, trip } = await openTrip({
      more: tour({ execute: () => result, ...undoneWith(() => ({ ref: 'T' })) }),
    });
    const run = await session.run({ atomic: true });
    const call = () => session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
    expect(await call()).toMatchObject({ kind: 'executed', value: result });
    const again = await call();
    expect([again.kind, 'value' in again]).toEqual(['replayed', false]);
    expect(await run.undo()).toMatchObject({ state: 'undone', undone: [{ capability: 'tour.book' }] });
    expect(trip.effects).toEqual(['tour.cancel T']);
  },
);

test('arguments that the undo itself does not take stop it, and say why', async () => {
  const { session, trip } = await openTrip({ more: tour(undoneWith(() => ({ ref: 7 }))) });
  const run = await session.run({ atomic: true });
  await session.call('tour.book', { ref: 'T' }, { run });
  expect(await run.undo()).toMatchObject({
    state: 'undoing',
    failed: [{ capability: 'tour.book', reason: 'argument_schema' }],
  });
  expect(trip.effects).toEqual(['tour.book']);
});

test('what the application breaks while a step is undone is told in the report, on record as a fault [B-136]', async () => {
  const broken = { now: true };
  const more = (trip: Trip) => [
    ...tour(undoneWith(() => ({ ref: 'T' })))(trip).slice(0, 1),
    capability({
      name: 'tour.cancel',
      effect: 'write',
      ask: 'never',
      // A schema that throws is nobody's decision.
      input: {
        '~standard': {
          version: 1,
          vendor: 'trip',
          validate: (value: unknown) => {
            if (broken.now) throw new Error('out of order');
            return { value: value as { ref: string } };
          },
        },
      },
      version: '1',
      authorize: () => true,
      execute: () => void trip.effects.push('tour.cancel'),
    }),
  ];
  const { session, book, trip } = await openTrip({ more });
  const run = await session.run({ atomic: true });
  await session.call('tour.book', { ref: 'T' }, { run });
  await book('flight', run);
  expect(await run.undo()).toMatchObject({
    state: 'undoing',
    undone: [{ capability: 'flight.book' }],
    failed: [{ capability: 'tour.book', reason: 'decision_unavailable' }],
  });
  broken.now = false;
  expect((await run.undo()).state).toBe('undone');
  expect(trip.effects).toEqual(['tour.book', 'flight.book flight', flight, 'tour.cancel']);
});

test('what the model proposes is no undo: it passes every gate, and the step is not undone by it [S-073, S-062]', async () => {
  const { session, run, trip, operator } = await threeDone();
  const args = { ref: 'car.book/car' };
  trip.mishaps.set('car.cancel', 'denied');
  expect(ended(await session.call('car.cancel', args))).toBe('unauthorized');
  trip.mishaps.clear();
  const cancelled = await session.call('car.cancel', args);
  expect(cancelled).toMatchObject({ kind: 'executed', permit: 'allowed' });
  // As a step of the run it is a step like others.
  expect(ended(await session.call('hotel.cancel', { ref: 'hotel.book/hotel' }, { run }))).toBe('executed');
  expect(await run.report()).toMatchObject({
    done: [{}, {}, {}, { capability: 'hotel.cancel' }],
    undone: [],
  });
  expect(await operator.runs.undo(run.id, { reason: 'stop' })).toMatchObject({
    run: { state: 'undone', notUndoable: [{ capability: 'hotel.cancel' }] },
  });
  expect(trip.effects.slice(3)).toEqual([car, hotel, car, hotel, flight]);
});

test('undoing asks nobody, takes no limits and follows no order of calls, and neither does it count [S-073]', async () => {
  const limit = { name: 'cancels', key: 'tenant', shape: { kind: 'budget', max: 1 } } as const;
  const more = (trip: Trip) =>
    tour(undoneWith(() => ({ ref: 'T' })))(trip).map((one) =>
      one.name === 'tour.cancel'
        ? capability({
            name: 'tour.cancel',
            effect: 'write',
            input: ref,
            // A person, whom nobody can ask; a right of way; room for one.
            ask: 'always',
            target: everything,
            confirm: () => ({}),
            sequence: { after: ['visa.book'], atMost: 1 },
            limits: [
              limit,
              { name: 'proposed', meter: 'proposals', key: 'tenant', shape: { kind: 'budget', max: 1 } },
            ],
            authorize: () => true,
            execute: () => void trip.effects.push('tour.cancel'),
          })
        : one,
    );
  const { session, operator, trip } = await openTrip({ more });
  const run = await session.run({ atomic: true });
  for (const one of ['a', 'b', 'c']) await session.call('tour.book', { ref: one }, { run });
  expect(await run.undo()).toMatchObject({ state: 'undone', undone: [{}, {}, {}] });
  expect(trip.effects.slice(3)).toEqual(['tour.cancel', 'tour.cancel', 'tour.cancel']);
  expect(await operator.limits.list()).toMatchObject({ meters: [] });
});

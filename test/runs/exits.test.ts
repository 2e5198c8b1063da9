/* The third step of an atomic run takes each exit of the table: what became of the first two, and who is told. */
import { expect, test } from 'vitest';
import { type Capability, capability, type Outcome, resource } from '../../src/index.ts';
import { held, turns } from '../desk.ts';
import {
  allowed,
  does,
  ended,
  type Mishap,
  openTrip,
  recorded,
  ref,
  type Trip,
  type TripOptions,
  twoTrips,
} from './trip.ts';

const both = ['flight.book flight', 'hotel.book hotel'];
const taken = ['hotel.cancel hotel.book/hotel', 'flight.cancel flight.book/flight'];

/** A trip whose first two steps are done, in a run. */
async function twoDone(options: TripOptions = {}) {
  const opened = await openTrip(options);
  const run = await opened.session.run({ atomic: true });
  for (const what of ['flight', 'hotel'] as const)
    expect(ended(await opened.book(what, run))).toBe('executed');
  return { ...opened, run };
}

/** A tour, which people have to agree to where `asks`. */
const tour =
  (change: object = {}) =>
  (trip: Trip): readonly Capability[] => [
    capability({
      name: 'tour.book',
      effect: 'write',
      ask: 'never',
      input: ref,
      authorize: allowed(trip, 'tour.book'),
      execute: ({ input, executionId }) => does(trip, 'tour.book', input.ref, executionId),
      ...change,
    }),
  ];

const known = resource({
  type: 'tour',
  id: 'ref',
  load: (_context, id: string) => (id === 'nowhere' ? null : { id }),
  key: ({ id }) => id,
});
const asks = {
  target: known,
  ask: 'always',
  confirm: ({ target }: { target: { id: string } }) => ({ tour: target.id }),
};

interface Denying {
  readonly gate: string;
  readonly reason: string;
  /** What the tour declares. */
  readonly tour?: object;
  readonly args?: object;
  readonly mishap?: Mishap;
}

/** Each kind of gate that a step can be denied at. */
const denials: readonly Denying[] = [
  { gate: 'validate', reason: 'argument_schema', args: { ref: 7 } },
  { gate: 'sequence', reason: 'order_rule', tour: { sequence: { after: ['car.book'] } } },
  { gate: 'load', reason: 'target_not_found', tour: { target: known }, args: { ref: 'nowhere' } },
  { gate: 'authorization', reason: 'unauthorized', mishap: 'denied' },
  { gate: 'authorization', reason: 'unauthorized', mishap: 'denied by policy' },
  { gate: 'authorization', reason: 'authorization_error', mishap: 'breaks' },
  { gate: 'person', reason: 'person_needed', tour: { ask: 'in-doubt' } },
];

test.each(denials)(
  'denied at $gate ($reason): what was done is undone before the answer is there [S-086]',
  async ({ gate, reason, tour: change = {}, args = { ref: 'T' }, mishap = 'none' }) => {
    const { session, run, trip } = await twoDone({ more: tour(change) });
    trip.mishaps.set('tour.book', mishap);
    const outcome = await session.call('tour.book', args, { run });
    expect(outcome).toMatchObject({ kind: 'denied', reason, gate });
    expect(outcome.run).toMatchObject({ runId: run.id, state: 'undone', done: [], failed: [] });
    expect(trip.effects).toEqual([...both, ...taken]);
  },
);

test('a name that is no capability is a step that was denied [S-086]', async () => {
  const { session, run, trip } = await twoDone();
  const outcome = await session.call('tour.guess', {}, { run });
  expect([ended(outcome), outcome.run?.state]).toEqual(['unknown_capability', 'undone']);
  expect(trip.effects).toEqual([...both, ...taken]);
});

test('a duplicate of what another call does is a step that was denied, and undoes nothing of the other [S-086]', async () => {
  const once = { once: ({ input }: { input: { ref: string } }) => ({ tour: input.ref }) };
  const { session, run, trip } = await twoDone({ more: tour(once) });
  expect(ended(await session.call('tour.book', { ref: 'T' }))).toBe('executed');
  const outcome = await session.call('tour.book', { ref: 'T' }, { run });
  expect([ended(outcome), outcome.run?.state]).toEqual(['duplicate', 'undone']);
  expect(trip.effects).toEqual([...both, 'tour.book T', ...taken]);
});

test('what broke stands beside the outcome as without a run, and is never printed', async () => {
  const { session, run, trip } = await twoDone();
  trip.mishaps.set('car.book', 'breaks');
  const outcome = await session.call('car.book', { ref: 'C' }, { run });
  expect(Object.keys(outcome)).toEqual(['kind', 'callId', 'message', 'reason', 'gate', 'detail', 'run']);
  expect('cause' in outcome ? outcome.cause : null).toMatchObject({ message: 'the policy engine is down' });
});

test.each(['throttled', 'full'])('throttled (%s) is no failure: the run stays open [S-086]', async (how) => {
  const full = {
    limits: [{ name: 'tours', key: 'tenant', shape: { kind: 'fixed_window', max: 1, every: 60_000 } }],
  };
  const { session, run, trip, clock } = await twoDone({ more: tour(full) });
  if (how === 'throttled') trip.mishaps.set('tour.book', 'throttled');
  else expect(ended(await session.call('tour.book', { ref: 'other' }))).toBe('executed');
  const outcome = await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  expect(outcome.kind).toBe('throttled');
  expect(outcome.run).toBeUndefined();
  expect(await run.report()).toMatchObject({ state: 'open', done: [{}, {}], waiting: [] });
  trip.mishaps.clear();
  clock.advance(60_000);
  expect(ended(await session.call('tour.book', { ref: 'T' }, { run, callId: 't' }))).toBe('executed');
  expect((await run.finish()).state).toBe('finished');
});

test('EffectNotPerformed undoes what was done, also where people had agreed [S-086]', async () => {
  const { session, boundary, run, trip } = await twoDone({ more: tour(asks) });
  const pending = await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  await agree(boundary, pending);
  trip.mishaps.set('tour.book', 'not_performed');
  const outcome = await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  expect([outcome.kind, outcome.run?.state]).toEqual(['failed', 'undone']);
  expect(trip.effects).toEqual([...both, ...taken]);
  // They agreed to a step of this run: nothing is done with it outside.
  trip.mishaps.clear();
  const alone = { callId: 'u' };
  const anew = await session.call('tour.book', { ref: 'T' }, alone);
  expect(ended(anew)).toBe('pending');
  await agree(boundary, anew);
  expect((await run.undo()).state).toBe('undone');
  expect(ended(await session.call('tour.book', { ref: 'T' }, alone))).toBe('executed');
});

test('an answer to a step that failed inside its transaction is taken back with its run [S-086]', async () => {
  const { one, trip } = await twoTrips({ more: tour({ ...asks, transactional: true }) });
  const { session, boundary } = one;
  const run = await session.run({ atomic: true });
  await one.book('flight', run);
  const book = (more: object) => session.call('tour.book', { ref: 'T' }, more);
  await agree(boundary, await book({ run, callId: 't' }));
  trip.mishaps.set('tour.book', 'not_performed');
  expect((await book({ run, callId: 't' })).run?.state).toBe('undone');
  trip.mishaps.clear();
  expect(ended(await book({ callId: 'u' }))).toBe('pending');
});

test('a transaction that was rolled back undoes what was done [S-086]', async () => {
  const { one, trip } = await twoTrips({ more: tour({ transactional: true }) });
  const run = await one.session.run({ atomic: true });
  for (const what of ['flight', 'hotel'] as const) await one.book(what, run);
  trip.mishaps.set('tour.book', 'throws');
  const outcome = await one.session.call('tour.book', { ref: 'T' }, { run });
  expect([outcome.kind, outcome.run?.state]).toEqual(['failed', 'undone']);
  expect(trip.effects).toEqual([...both, 'tour.book T', ...taken]);
  const types = (await recorded(one.boundary)).map(({ type }) => type);
  expect(types.slice(types.indexOf('call.failed')).slice(0, 2)).toEqual(['call.failed', 'run.undoing']);
});

test('a read that fails undoes what was done; one that answers is a step with nothing to take back [S-086]', async () => {
  const { session, run, trip } = await twoDone({ more: tour({ effect: 'read' }) });
  expect(ended(await session.call('tour.book', { ref: 'A' }, { run }))).toBe('executed');
  expect(await run.report()).toMatchObject({ done: [{}, {}, { capability: 'tour.book' }], notUndoable: [] });
  trip.mishaps.set('tour.book', 'not_performed');
  const outcome = await session.call('tour.book', { ref: 'B' }, { run });
  expect([outcome.kind, outcome.run?.state]).toEqual(['failed', 'undone']);
  expect(outcome.run).toMatchObject({ notUndoable: [], undone: [{}, {}] });
  expect(trip.effects).toEqual([...both, 'tour.book A', ...taken]);
});

test('a rejected step undoes what was done when anybody comes back to it [S-086, S-085]', async () => {
  const { session, boundary, run, trip } = await twoDone({ more: tour(asks) });
  const pending = await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  expect(await run.report()).toMatchObject({ state: 'open', waiting: [{ capability: 'tour.book' }] });
  expect(await run.finish()).toMatchObject({ state: 'open', waiting: [{ capability: 'tour.book' }] });
  await reject(boundary, pending);
  expect(trip.effects).toEqual(both);
  const outcome = await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  expect([ended(outcome), outcome.run?.state]).toEqual(['approval_rejected', 'undone']);
  expect(trip.effects).toEqual([...both, ...taken]);
});

test.each(['rejected', 'expired', 'revoked'] as const)(
  'a step that was %s undoes what was done at the next touch, whichever that is [S-086]',
  async (how) => {
    for (const touch of ['another step', 'finish', 'undo', 'the operator'] as const) {
      const { session, boundary, operator, clock, run, trip, book } = await twoDone({ more: tour(asks) });
      const pending = await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
      if (how === 'rejected') await reject(boundary, pending);
      if (how === 'expired') clock.advance(15 * 60_000);
      if (how === 'revoked') await operator.approvals.revoke({ all: true, reason: 'not this week' });
      expect(await run.report()).toMatchObject({ state: 'open', waiting: [] });
      if (touch === 'another step') {
        const outcome = await book('car', run);
        expect([ended(outcome), outcome.run?.state]).toEqual(['run_closed', 'undone']);
      } else if (touch === 'the operator') {
        const acted = await operator.runs.undo(run.id, { reason: 'nobody came back' });
        expect(acted).toMatchObject({ kind: 'acted', run: { state: 'undone' } });
      } else {
        expect((await run[touch]()).state).toBe('undone');
      }
      expect(trip.effects).toEqual([...both, ...taken]);
    }
  },
);

test.each(['expired', 'revoked'] as const)(
  'a step that was %s is not asked for anew in an atomic run [S-086]',
  async (how) => {
    const { session, operator, clock, run, trip } = await twoDone({ more: tour(asks) });
    await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
    if (how === 'expired') clock.advance(15 * 60_000);
    else await operator.approvals.revoke({ all: true, reason: 'not this week' });
    const outcome = await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
    expect([ended(outcome), outcome.run?.state]).toEqual([`approval_${how}`, 'undone']);
    expect(trip.effects).toEqual([...both, ...taken]);
  },
);

test('a step that people agreed to happens, and the run finishes', async () => {
  const { session, boundary, run, trip } = await twoDone({ more: tour(asks) });
  const pending = await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  await agree(boundary, pending);
  expect(await run.finish()).toMatchObject({ state: 'open', waiting: [{}] });
  expect(ended(await session.call('tour.book', { ref: 'T' }, { run, callId: 't' }))).toBe('executed');
  expect(await run.finish()).toMatchObject({ state: 'finished', done: [{}, {}, {}], waiting: [] });
  expect(trip.effects).toEqual([...both, 'tour.book T']);
});

test('an executor that throws holds the run: nothing is undone before somebody found out [S-090]', async () => {
  const { session, operator, run, trip } = await twoDone();
  trip.mishaps.set('car.book', 'throws');
  const lost = await session.call('car.book', { ref: 'C' }, { run, callId: 'c' });
  expect([lost.kind, lost.run]).toEqual(['indeterminate', undefined]);
  expect(await run.undo()).toMatchObject({ state: 'held', indeterminate: [{ capability: 'car.book' }] });
  expect(await run.finish()).toMatchObject({ state: 'held' });
  expect(trip.effects).toEqual([...both, 'car.book C']);

  await resolve(operator, lost, 'completed');
  // Nobody knows what it returned: it happened, and how it is undone could not be worked out.
  expect(await run.undo()).toMatchObject({
    state: 'undone',
    undone: [{ capability: 'flight.book' }, { capability: 'hotel.book' }],
    notUndoable: [{ capability: 'car.book' }],
  });
});

test('one that an operator lets be tried again happens, and is undone with the others [S-090]', async () => {
  const { session, operator, run, trip } = await twoDone();
  trip.mishaps.set('car.book', 'throws');
  const lost = await session.call('car.book', { ref: 'C' }, { run, callId: 'c' });
  await resolve(operator, lost, 'retryable');
  trip.mishaps.clear();
  expect(await run.report()).toMatchObject({ state: 'open', indeterminate: [] });
  expect(ended(await session.call('car.book', { ref: 'C' }, { run, callId: 'c' }))).toBe('executed');
  expect(trip.executions[2]).toBe(trip.executions[3]);
  expect((await run.undo()).state).toBe('undone');
  expect(trip.effects.slice(4)).toEqual(['car.cancel car.book/C', ...taken]);
});

test('a step past its deadline holds the run, and releases it where it ends after all [S-090]', async () => {
  const { session, book, clock, run, trip } = await twoDone();
  const late = held<void>();
  trip.onEffect = (name) => (name === 'car.book' ? late.promise : undefined);
  const waiting = session.call('car.book', { ref: 'C' }, { run, callId: 'c' });
  await turns();
  expect(await run.undo()).toMatchObject({ state: 'undoing', waiting: [{ capability: 'car.book' }] });
  clock.advance(60_001);
  expect((await waiting).kind).toBe('indeterminate');
  expect(await run.report()).toMatchObject({ state: 'held', indeterminate: [{ capability: 'car.book' }] });
  expect(ended(await book('visa', run))).toBe('run_held');
  expect(trip.effects).toEqual(both);
  late.resolve();
  await turns();
  expect(await run.report()).toMatchObject({ state: 'undoing', indeterminate: [] });
  trip.onEffect = () => {};
  expect((await run.undo()).state).toBe('undone');
  expect(trip.effects).toEqual([...both, 'car.book C', 'car.cancel car.book/C', ...taken]);
});

test('a process that is gone holds the run as its claim does [S-089]', async () => {
  const { one, two, trip, clock } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  for (const what of ['flight', 'hotel'] as const) await one.book(what, run);
  const never = held<void>();
  trip.onEffect = (name) => (name === 'car.book' ? never.promise : undefined);
  void one.session.call('car.book', { ref: 'C' }, { run }).catch(() => {});
  await turns();
  const same = await two.session.run({ id: run.id });
  expect(await same.report()).toMatchObject({ state: 'open', waiting: [{ capability: 'car.book' }] });
  clock.set(clock.now() + 60_001);
  expect(await same.undo()).toMatchObject({ state: 'held', indeterminate: [{ capability: 'car.book' }] });
  const claims = await two.operator.claims.list();
  if (claims.kind !== 'listed') throw new Error(claims.reason);
  await two.operator.claims.resolve(claims.claims[0]!.executionId, { as: 'retryable', reason: 'not there' });
  trip.onEffect = () => {};
  expect((await same.undo()).state).toBe('undone');
  expect(trip.effects).toEqual([...both, ...taken]);
  never.reject(new Error('gone'));
});

test('a deadline that has passed undoes what was done at the next touch; nothing more is begun [S-086]', async () => {
  for (const touch of ['another step', 'finish', 'undo', 'a resend'] as const) {
    const { session, book, clock, trip } = await openTrip();
    const run = await session.run({ atomic: true, deadline: 10_000 });
    for (const what of ['flight', 'hotel'] as const) await book(what, run, what);
    clock.advance(10_000);
    expect(await run.report()).toMatchObject({ state: 'overdue', done: [{}, {}] });
    if (touch === 'another step' || touch === 'a resend') {
      const outcome = await book(
        touch === 'a resend' ? 'hotel' : 'car',
        run,
        touch === 'a resend' ? 'hotel' : 'c',
      );
      expect([ended(outcome), outcome.run?.state]).toEqual(['run_closed', 'undone']);
    } else {
      expect((await run[touch]()).state).toBe('undone');
    }
    expect(trip.effects).toEqual([...both, ...taken]);
  }
});

test('a run that is not atomic keeps what was done, whatever becomes of a step; it can be undone all the same', async () => {
  const { session, book, clock, trip } = await openTrip();
  const run = await session.run({ deadline: 10_000 });
  for (const what of ['flight', 'hotel'] as const) await book(what, run);
  trip.mishaps.set('car.book', 'not_performed');
  const failed = await book('car', run);
  trip.mishaps.set('car.book', 'denied');
  const denied = await book('car', run);
  expect([ended(failed), failed.run, ended(denied), denied.run]).toEqual([
    'failed',
    undefined,
    'unauthorized',
    undefined,
  ]);
  expect(await run.report()).toMatchObject({ state: 'open', atomic: false, done: [{}, {}] });
  clock.advance(10_000);
  const late = await book('visa', run);
  expect([ended(late), late.run]).toEqual(['run_closed', undefined]);
  expect(await run.report()).toMatchObject({ state: 'overdue', done: [{}, {}] });
  expect((await run.undo()).state).toBe('undone');
  expect(trip.effects).toEqual([...both, ...taken]);
});

test('one that is not atomic finishes with what waited in vain, and after its deadline', async () => {
  const { session, clock } = await openTrip({ more: tour(asks) });
  const run = await session.run({ deadline: 15 * 60_000 });
  await session.call('tour.book', { ref: 'T' }, { run, callId: 't' });
  expect(await run.finish()).toMatchObject({ state: 'open', waiting: [{ capability: 'tour.book' }] });
  clock.advance(15 * 60_000);
  expect(await run.finish()).toMatchObject({ state: 'finished', waiting: [], done: [] });
  // What was only asked for is nothing that was done.
  expect(ended(await session.call('tour.book', { ref: 'T' }, { run, callId: 't' }))).toBe('run_closed');
});

type Boundary = Awaited<ReturnType<typeof openTrip>>['boundary'];

async function agree(boundary: Boundary, outcome: Outcome): Promise<void> {
  if (outcome.kind !== 'pending') throw new Error(`nobody is asked: ${ended(outcome)}`);
  const ann = boundary.approver({ tenant: 'acme', id: 'ann' });
  const answer = await ann.approvals.approve(outcome.approvalId, { digest: outcome.actionDigest });
  if (answer.kind === 'refused') throw new Error(answer.reason);
}

async function reject(boundary: Boundary, outcome: Outcome): Promise<void> {
  if (outcome.kind !== 'pending') throw new Error(`nobody is asked: ${ended(outcome)}`);
  const ann = boundary.approver({ tenant: 'acme', id: 'ann' });
  const answer = await ann.approvals.reject(outcome.approvalId, {
    digest: outcome.actionDigest,
    reason: 'no',
  });
  if (answer.kind === 'refused') throw new Error(answer.reason);
}

type Operator = Awaited<ReturnType<typeof openTrip>>['operator'];

async function resolve(operator: Operator, outcome: Outcome, as: 'completed' | 'retryable'): Promise<void> {
  if (outcome.kind !== 'indeterminate') throw new Error(`the end is known: ${ended(outcome)}`);
  const answer = await operator.claims.resolve(outcome.executionId, { as, reason: 'on the statement' });
  if (answer.kind === 'refused') throw new Error(answer.reason);
}

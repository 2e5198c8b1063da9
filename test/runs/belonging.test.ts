/* Whose run it is, which call is a step of it, what goes on in another process, and what a deploy changes. */
import { expect, onTestFinished, test } from 'vitest';
import { BoundaryError, capability, type Context, withTenant } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { does, ended, openTrip, ref, traveller, type Trip, twoTrips } from './trip.ts';

test.each([
  ['conversation', { conversation: 'c-2' }],
  ['principal', { principal: 'bob' }],
  ['tenant', { tenant: 'other' }],
])('a run of another %s is none: nothing is called in it, and it is not undone', async (_title, change) => {
  const { boundary, session, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await book('flight', run);
  const other = boundary.session({ ...traveller, ...change });
  await expect(other.run({ id: run.id })).rejects.toMatchObject({ code: 'context_invalid' });
  const outcome = await other.call('hotel.book', { ref: 'H' }, { run });
  expect([ended(outcome), outcome.run]).toEqual(['run_closed', undefined]);
  trip.mishaps.set('hotel.book', 'denied');
  expect((await other.call('hotel.book', { ref: 'H' }, { run })).run).toBeUndefined();
  expect(await run.report()).toMatchObject({ state: 'open', done: [{}] });
  const elsewhere = boundary.operator({ tenant: 'other', id: 'olga' });
  expect(await elsewhere.runs.undo(run.id, { reason: 'stop' })).toMatchObject({ reason: 'unknown_run' });
  expect(trip.effects).toEqual(['flight.book flight']);
});

test('whoever takes no part in a conversation begins, sees and undoes no run of it [D-065]', async () => {
  const { boundary, session, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await book('flight', run);
  const bob = boundary.session({ ...traveller, principal: 'bob' }, { sharedBy: 'ann' });
  for (const options of [{}, { id: run.id }])
    await expect(bob.run(options)).rejects.toMatchObject({ code: 'context_invalid' });
  const outcome = await bob.call('hotel.book', { ref: 'H' }, { run });
  expect([ended(outcome), outcome.run]).toEqual(['binding_mismatch', undefined]);
  expect(await run.report()).toMatchObject({ state: 'open', done: [{}] });

  await session.share('bob');
  const his = await bob.run({ id: run.id });
  expect(await his.report()).toMatchObject({ done: [{}] });
  await session.unshare('bob');
  for (const act of ['report', 'finish', 'undo'] as const)
    await expect(his[act]()).rejects.toMatchObject({ code: 'context_invalid' });
  expect(trip.effects).toEqual(['flight.book flight']);
});

test('an agent that does not reach what undoes a step does not undo it; once it does, undoing goes on [S-062]', async () => {
  const { file, trip, clock } = await twoTrips();
  const openAs = (capabilities: readonly string[]) =>
    openTrip({ store: sqlite(file), agents: { clerk: { capabilities } } }, trip, clock);
  const [narrow, wide] = [await openAs(['flight.book']), await openAs(['flight.book', 'flight.cancel'])];
  onTestFinished(() => Promise.all([narrow, wide].map(({ boundary }) => boundary.close())).then(() => {}));
  const clerk = { ...traveller, agent: 'clerk' };
  const run = await narrow.boundary.session(clerk).run({ atomic: true });
  await narrow.boundary.session(clerk).call('flight.book', { ref: 'flight' }, { run });
  expect(await run.undo()).toMatchObject({ state: 'undoing', failed: [{ reason: 'unknown_capability' }] });
  expect(await wide.operator.runs.undo(run.id, { reason: 'reached now' })).toMatchObject({
    run: { state: 'undone' },
  });
});

test('a step that was undone has taken its operation all the same: `once` is once', async () => {
  const { session, operator, trip } = await openTrip({
    more: (of: Trip) => [
      capability({
        name: 'flight.book',
        effect: 'write',
        ask: 'never',
        input: ref,
        authorize: () => true,
        once: ({ input }) => ({ ref: input.ref }),
        execute: ({ input, executionId }) => does(of, 'flight.book', input.ref, executionId),
        undo: { with: 'flight.cancel', arguments: ({ result }) => ({ ref: result.confirmation }) },
      }),
    ],
  });
  const run = await session.run({ atomic: true });
  await session.call('flight.book', { ref: 'F' }, { run });
  expect(await operator.runs.undo(run.id, { reason: 'stop' })).toMatchObject({ run: { state: 'undone' } });
  expect(ended(await session.call('flight.book', { ref: 'F' }))).toBe('duplicate');
  expect(trip.effects).toEqual(['flight.book F', 'flight.cancel flight.book/F']);
});

test('a run is touched where the process works for its tenant, and nowhere else [D-014]', async () => {
  const { session, book, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await book('flight', run);
  const misuse = { code: 'context_invalid' };
  await withTenant('other', async () => {
    const refused = await book('hotel', run);
    expect([ended(refused), refused.run]).toEqual(['binding_mismatch', undefined]);
    for (const touch of [() => session.run(), () => session.run({ id: run.id }), run.report, run.finish])
      await expect(touch()).rejects.toMatchObject(misuse);
    await expect(run.undo()).rejects.toMatchObject(misuse);
  });
  expect(await run.report()).toMatchObject({ state: 'open', done: [{}] });
  expect(trip.effects).toEqual(['flight.book flight']);
  expect(await withTenant('acme', run.undo)).toMatchObject({ state: 'undone' });
});

test('a call belongs to its run: sent again without it, or in another, it is another call', async () => {
  const { session, book, trip } = await openTrip();
  const [run, other] = [await session.run({ atomic: true }), await session.run({ atomic: true })];
  await book('flight', run, 'f');
  expect(ended(await book('flight', run, 'f'))).toBe('replayed');
  expect(ended(await session.call('flight.book', { ref: 'flight' }, { callId: 'f' }))).toBe('call_id_reused');
  const elsewhere = await book('flight', other, 'f');
  expect(ended(elsewhere)).toBe('call_id_reused');
  await session.call('hotel.book', { ref: 'hotel' }, { callId: 'h' });
  const later = await book('hotel', run, 'h');
  // A host that confuses its ids has said nothing of the step.
  expect([ended(later), later.run, (await run.report()).state]).toEqual([
    'call_id_reused',
    undefined,
    'open',
  ]);
  expect(trip.effects).toEqual(['flight.book flight', 'hotel.book hotel']);
});

test('a run that has finished tells what was done, and begins nothing more', async () => {
  const { session, book, operator, trip } = await openTrip();
  const run = await session.run({ atomic: true });
  await book('flight', run, 'f');
  expect(await run.finish()).toMatchObject({ state: 'finished', done: [{ capability: 'flight.book' }] });
  expect(ended(await book('flight', run, 'f'))).toBe('replayed');
  expect(ended(await book('hotel', run))).toBe('run_closed');
  for (const report of [await run.undo(), await run.finish(), await run.report()])
    expect(report).toMatchObject({ state: 'finished', done: [{}], undone: [] });
  expect(await operator.runs.undo(run.id, { reason: 'stop' })).toMatchObject({ run: { state: 'finished' } });
  expect(trip.effects).toEqual(['flight.book flight']);
});

test('what an operator allowed once more is not done in a run that has finished', async () => {
  const { session, book, operator, trip } = await openTrip();
  const run = await session.run();
  trip.mishaps.set('car.book', 'throws');
  const lost = await book('car', run, 'c');
  if (lost.kind !== 'indeterminate') throw new Error('the end is known');
  await operator.claims.resolve(lost.executionId, { as: 'retryable', reason: 'not there' });
  expect((await run.finish()).state).toBe('finished');
  trip.mishaps.clear();
  expect(ended(await book('car', run, 'c'))).toBe('run_closed');
  expect(trip.effects).toEqual(['car.book car']);
});

test('a run that has no steps is finished, or undone, at once', async () => {
  const { session } = await openTrip();
  expect((await (await session.run({ atomic: true })).finish()).state).toBe('finished');
  expect((await (await session.run({ atomic: true })).undo()).state).toBe('undone');
});

test('a run goes on by its id in another process: held, released and undone there', async () => {
  const { one, two, trip } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  await one.book('flight', run);
  await one.boundary.close();
  await expect(run.report()).rejects.toMatchObject({ code: 'boundary_closed' });

  const same = await two.session.run({ id: run.id });
  expect([same.id, same.atomic]).toEqual([run.id, true]);
  trip.mishaps.set('hotel.book', 'throws');
  const lost = await two.book('hotel', same);
  if (lost.kind !== 'indeterminate') throw new Error('the end is known');
  expect(await two.operator.runs.list()).toMatchObject({ runs: [{ runId: run.id, state: 'held' }] });
  expect(await two.operator.runs.release(run.id, { reason: 'go on' })).toMatchObject({
    reason: 'still_held',
  });
  await two.operator.claims.resolve(lost.executionId, { as: 'retryable', reason: 'not there' });
  // The last one that was found out has released it.
  expect(await two.operator.runs.release(run.id, { reason: 'go on' })).toMatchObject({ reason: 'not_held' });
  trip.mishaps.set('car.book', 'denied');
  expect((await two.book('car', same)).run?.state).toBe('undone');
  expect(trip.effects).toEqual([
    'flight.book flight',
    'hotel.book hotel',
    'flight.cancel flight.book/flight',
  ]);
});

test('a step is undone under the context that it was done in, whoever undoes it', async () => {
  const seen: { readonly what: string; readonly context: Context }[] = [];
  const more = (trip: Trip) =>
    ['tour.book', 'tour.cancel'].map((name) =>
      capability({
        name,
        effect: 'write',
        ask: 'never',
        input: ref,
        requires: { grant: ['trips'], assurance: 'mfa' },
        authorize: () => true,
        execute: ({ context, input, executionId }) => {
          seen.push({ what: name, context });
          return does(trip, name, input.ref, executionId);
        },
        ...(name === 'tour.book' ? { undo: { with: 'tour.cancel', arguments: () => ({ ref: 'T' }) } } : {}),
      }),
    );
  const directory = {
    principal: () => ({ grant: ['trips'], assurance: 'mfa' }),
    operator: () => true,
  };
  const { boundary, operator } = await openTrip({ more, directory, assurance: ['pwd', 'mfa'] });
  const full = { grant: ['trips'], assurance: 'mfa', subject: 'guest-1', attributes: { team: 'blue' } };
  const strong = boundary.session({ ...traveller, ...full });
  const run = await strong.run({ atomic: true });
  expect(ended(await strong.call('tour.book', { ref: 'T' }, { run }))).toBe('executed');
  // Who comes back has less than was needed for the step.
  const weak = await boundary.session(traveller).run({ id: run.id });
  const acted = await operator.runs.undo(run.id, { reason: 'the customer left' });
  expect(acted).toMatchObject({ kind: 'acted', run: { state: 'undone' } });
  expect(seen.map(({ what }) => what)).toEqual(['tour.book', 'tour.cancel']);
  expect(seen[1]!.context).toEqual(seen[0]!.context);
  expect((await weak.report()).state).toBe('undone');
});

test('a step of a delegate is not undone for whom it was delegated by once that one may not act [B-139, D-066]', async () => {
  const gone = new Set<string>();
  const seen: (string | null)[] = [];
  const directory = { principal: () => ({}), agent: ({ agent }: Context) => !gone.has(agent ?? '') };
  const more = (trip: Trip) => [
    capability({
      name: 'flight.cancel',
      effect: 'write',
      ask: 'never',
      input: ref,
      authorize: ({ context }) => {
        seen.push(context.agent);
        return true;
      },
      execute: ({ input, executionId }) => does(trip, 'flight.cancel', input.ref, executionId),
    }),
  ];
  const { boundary, trip } = await openTrip({ directory, more });
  const triage = boundary.session({ ...traveller, agent: 'triage' });
  const desk = triage.delegate({ agent: 'desk', capabilities: ['flight.book'] });
  const run = await triage.run({ atomic: true });
  expect(ended(await desk.call('flight.book', { ref: 'F' }, { run }))).toBe('executed');
  for (const agent of ['triage', 'desk']) {
    gone.add(agent);
    expect(await run.undo()).toMatchObject({ state: 'undoing', failed: [{ reason: 'unauthorized' }] });
    gone.delete(agent);
  }
  expect(await run.undo()).toMatchObject({ state: 'undone' });
  expect([trip.effects.at(-1), seen.at(-1)]).toEqual(['flight.cancel flight.book/F', 'desk']);
});

test('a deploy that undoes steps by something else undoes nothing that was done before it [S-062]', async () => {
  const { one, trip, file, clock } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  await one.book('hotel', run);
  await one.book('flight', run);
  const more = (with_: Trip) => [
    capability({
      name: 'flight.book',
      effect: 'write',
      ask: 'never',
      input: ref,
      authorize: () => true,
      execute: ({ input, executionId }) => does(with_, 'flight.book', input.ref, executionId),
      undo: { with: 'hotel.cancel', arguments: ({ input }) => ({ ref: input.ref }) },
    }),
  ];
  const next = await openTrip({ more, store: sqlite(file) }, trip, clock);
  const same = await next.session.run({ id: run.id });
  expect(await same.undo()).toMatchObject({
    state: 'undoing',
    failed: [{ capability: 'flight.book', reason: 'compensation_mismatch' }],
  });
  expect(trip.effects).toEqual(['hotel.book hotel', 'flight.book flight']);
  await next.boundary.close();
});

test.each([
  [{ id: '' }, 'id is the id of a run'],
  [{ id: 7 }, 'id is the id of a run'],
  [{ atomic: 'yes' }, 'atomic is true or false'],
  [{ deadline: 0 }, 'the deadline of a run is whole milliseconds'],
  [{ deadline: 1.5 }, 'the deadline of a run is whole milliseconds'],
  [{ deadline: 30 * 86_400_000 + 1 }, 'the deadline of a run is whole milliseconds'],
  [{ id: 'r', deadline: 5 }, 'is set when it begins'],
  [{ atomik: true }, 'run has no option "atomik"'],
  [{ id: 'r' }, 'there is no run of this id'],
  [7, 'are an object'],
  [null, 'are an object'],
])('options of a run that are none are refused: %j', async (options, sentence) => {
  const { session } = await openTrip();
  const asked = session.run(options as object);
  await expect(asked).rejects.toThrow(sentence);
  await expect(asked).rejects.toBeInstanceOf(BoundaryError);
});

test('a run goes on as what it was begun as', async () => {
  const { session } = await openTrip();
  const run = await session.run({ atomic: true });
  expect((await session.run({ id: run.id, atomic: true })).id).toBe(run.id);
  await expect(session.run({ id: run.id, atomic: false })).rejects.toThrow('begun as one that is atomic');
});

test('what is no run, and a misspelt option of a call, are refused with what would be right', async () => {
  const { session, trip } = await openTrip();
  const call = (options: object) => session.call('hotel.book', { ref: 'H' }, options);
  const { id } = await session.run();
  for (const run of [id, null, session.run()])
    await expect(call({ run })).rejects.toThrow('`await session.run()`');
  await expect(call({ rum: id })).rejects.toThrow('a call has no option "rum": it takes callId, step, run');
  expect(trip.effects).toEqual([]);
});

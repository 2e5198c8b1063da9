/*
 * Steps, undos, finishing and an operator at two boundaries on one database, in any order of their own steps: whatever comes
 * first, each step happens once and is undone once, nothing is begun once undoing has, and the run ends in one way.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome, RunReport } from '../../src/index.ts';
import { ended, pairOfTrips, recorded, turn } from './trip.ts';

const things = ['flight', 'hotel', 'car', 'visa'] as const;

/** What somebody does, at one of the two. */
const deed = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      at: fc.constantFrom(0, 1),
      thing: fc.constantFrom(...things),
      // The same call may come twice, at both.
      id: fc.constantFrom('a', 'b'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('undo' as const, 'finish' as const, 'operator' as const),
      at: fc.constantFrom(0, 1),
    }),
  },
);
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

/** The same after so many steps of others, so that it comes in the middle of what they do. */
const late = fc.tuple(fc.nat(8), deed);

/** Each of these fails, or none does. */
const failing = fc.subarray(['visa.book', 'car.book', 'hotel.cancel'] as const);

type Pair = Awaited<ReturnType<typeof pairOfTrips>>;

async function done(pair: Pair, id: string, one: Deed): Promise<Outcome | RunReport | string> {
  const { session, operator } = [pair.one, pair.two][one.at]!;
  if (one.kind === 'operator') return (await operator.runs.undo(id, { reason: 'stop' })).kind;
  const run = await session.run({ id });
  if (one.kind !== 'book') return run[one.kind]();
  const callId = `${one.thing} ${one.id}`;
  return session.call(`${one.thing}.book`, { ref: one.id }, { run, callId });
}

test('in any order of steps a run ends in one way, each step happens once and is undone once [S-063, S-086]', async () => {
  const property = fc.asyncProperty(
    fc.scheduler({ act: (go) => turn().then(go) }),
    failing,
    fc.array(late, { minLength: 2, maxLength: 6 }),
    async (scheduler, failed, deeds) => {
      let racing = false;
      const pair = await pairOfTrips({}, (point) =>
        racing ? scheduler.schedule(Promise.resolve(), point) : undefined,
      );
      try {
        const { trip } = pair;
        const run = await pair.one.session.run({ atomic: true });
        await pair.one.session.call('flight.book', { ref: 'first' }, { run });
        for (const name of failed) trip.mishaps.set(name, 'not_performed');
        await turn();

        racing = true;
        const doing = deeds.map(async ([steps, one]) => {
          for (let step = 0; step <= steps; step += 1) await scheduler.schedule(Promise.resolve(), one.kind);
          return done(pair, run.id, one);
        });
        // All of them, also where one is at fault: nobody is left in the middle.
        await scheduler.waitFor(Promise.allSettled(doing));
        racing = false;
        const answers = await Promise.all(doing);
        trip.mishaps.clear();
        await turn();

        // Whatever was left over is carried on with.
        const last = await run.finish();
        expect(['finished', 'undone']).toContain(last.state);
        expect(last).toMatchObject({ waiting: [], indeterminate: [], failed: [] });

        const { effects } = trip;
        expect(new Set(effects).size, effects.join(', ')).toBe(effects.length);
        const booked = effects.filter((effect) => effect.includes('.book '));
        const cancelled = effects.filter((effect) => effect.includes('.cancel '));
        const undoable = booked.filter((effect) => !effect.startsWith('visa'));
        expect(cancelled).toHaveLength(last.state === 'undone' ? undoable.length : 0);
        // Nothing is begun once undoing has.
        expect(effects).toEqual([...booked, ...cancelled]);
        expect(last.done).toHaveLength(
          last.state === 'undone' ? booked.length - undoable.length : booked.length,
        );
        // Where a step failed, the run did not finish.
        const kinds = answers.flatMap((one) =>
          typeof one === 'object' && 'kind' in one ? [ended(one)] : [],
        );
        if (kinds.includes('failed')) expect(last.state).toBe('undone');

        const types = (await recorded(pair.one.boundary)).map(({ type }) => type);
        const count = (type: string) => types.filter((one) => one === type).length;
        expect([count('run.finished'), count('run.undone')]).toEqual(
          last.state === 'finished' ? [1, 0] : [0, 1],
        );
        expect(count('call.executed')).toBe(effects.length);
      } finally {
        await pair.close();
      }
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

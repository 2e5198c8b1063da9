/* Anything that is done to a run one after the other, at two boundaries on one database, comes to what a plain program says. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Run } from '../../src/index.ts';
import {
  book,
  finish,
  type ModelledRun,
  newRun,
  readsAs,
  reported,
  resolve,
  things,
  troubles,
  undo,
  undoTroubles,
} from './run-model.ts';
import { ended, pairOfTrips, turn } from './trip.ts';

interface Real {
  readonly pair: Awaited<ReturnType<typeof pairOfTrips>>;
  readonly runs: readonly [Run, Run];
}

type Command = fc.AsyncCommand<ModelledRun, Real>;

/** One thing that somebody does, whenever; what it came to, and what the model says. */
function command(
  title: string,
  act: (model: ModelledRun, real: Real) => Promise<readonly [told: unknown, expected: unknown]>,
): Command {
  return {
    check: () => true,
    async run(model, real) {
      // What each process reads in one turn is of one moment: they take turns.
      await turn();
      const [told, expected] = await act(model, real);
      expect(told, title).toEqual(expected);
      await turn();
      const report = await real.runs[0].report();
      const names = (of: readonly { readonly capability: string }[]) =>
        of.map(({ capability }) => capability);
      expect(
        {
          state: report.state,
          done: sorted(report.state, names(report.done)),
          undone: sorted(report.state, names(report.undone)),
          notUndoable: sorted(report.state, names(report.notUndoable)),
          lost: names(report.indeterminate).toSorted(),
        },
        `${title}: the report`,
      ).toEqual(ordered(reported(model)));
      expect(happened(real.pair.trip.effects), `${title}: what happened`).toEqual(model.effects);
    },
    toString: () => title,
  };
}

// Once a run has ended, its history tells no order any more; all of this happens at one time of the clock.
const sorted = (state: string, names: readonly string[]) =>
  state === 'finished' || state === 'undone' ? names.toSorted() : names;
const ordered = (said: ReturnType<typeof reported>) => ({
  ...said,
  done: sorted(said.state, said.done),
  undone: sorted(said.state, said.undone),
  notUndoable: sorted(said.state, said.notUndoable),
});

/** Effects in the model’s words: `book flight a`, `cancel flight a`. */
const happened = (effects: readonly string[]) =>
  effects.map((effect) => {
    const [, thing, act, id] = /^(\w+)\.(\w+) (?:\w+\.book\/)?(.*)$/.exec(effect) ?? [];
    return `${act} ${thing} ${id}`;
  });

const at = fc.constantFrom(0 as const, 1 as const);
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');

const booked = fc
  .record({
    at,
    id,
    thing: fc.constantFrom(...things),
    trouble: fc.constantFrom('none', 'none', ...troubles),
  })
  .map(({ at: where, id: callId, thing: given, trouble }) =>
    command(`book ${given} as ${callId} at ${where}, ${trouble}`, async (model, { pair, runs }) => {
      // A call id stands for one call.
      const thing = model.steps.find((step) => step.id === callId)?.thing ?? given;
      pair.trip.mishaps.set(`${thing}.book`, trouble);
      const { session } = [pair.one, pair.two][where]!;
      const outcome = await session.call(`${thing}.book`, { ref: callId }, { run: runs[where], callId });
      return [ended(outcome), book(model, callId, thing, trouble)];
    }),
  );

const undone = at.map((where) =>
  command(`undo at ${where}`, async (model, { runs }) => {
    undo(model);
    return [(await runs[where].undo()).state, readsAs(model)];
  }),
);

const undoneByOperator = at.map((where) =>
  command(`an operator undoes at ${where}`, async (model, { pair, runs }) => {
    undo(model);
    const answer = await [pair.one, pair.two][where]!.operator.runs.undo(runs[0].id, { reason: 'stop' });
    return [answer.kind === 'acted' ? answer.run.state : answer.reason, readsAs(model)];
  }),
);

const finished = at.map((where) =>
  command(`finish at ${where}`, async (model, { runs }) => {
    finish(model);
    return [(await runs[where].finish()).state, readsAs(model)];
  }),
);

const hindered = fc
  .record({
    thing: fc.constantFrom('flight', 'hotel', 'car'),
    trouble: fc.constantFrom('none', ...undoTroubles),
  })
  .map(({ thing, trouble }) =>
    command(`cancelling a ${thing}: ${trouble}`, async (model, { pair }) => {
      pair.trip.mishaps.set(`${thing}.cancel`, trouble);
      model.undoTroubles.set(thing, trouble);
      return [0, 0];
    }),
  );

const resolved = fc
  .record({ at, as: fc.constantFrom('completed' as const, 'retryable' as const), which: fc.nat(3) })
  .map(({ at: where, as, which }) =>
    command(`find out about one, at ${where}: ${as}`, async (model, { pair }) => {
      const { operator } = [pair.one, pair.two][where]!;
      const listed = await operator.claims.list();
      if (listed.kind !== 'listed') return [listed.reason, 'listed'];
      const open = model.steps.filter((step) => step.state === 'lost' || step.undoing === 'lost');
      if (listed.claims.length !== open.length) return [listed.claims.length, open.length];
      const claim = listed.claims[which % Math.max(1, open.length)];
      if (claim === undefined) return [0, 0];
      const { executions, effects } = pair.trip;
      // An undo that is tried again has the execution id of the try before.
      const [, thing, step] = (happened(effects)[executions.lastIndexOf(claim.executionId)] ?? '').split(' ');
      const found = open.find((one) => one.id === step && one.thing === thing);
      if (found === undefined) return [claim.capability, 'a call that the model knows'];
      resolve(found, as);
      const answer = await operator.claims.resolve(claim.executionId, { as, reason: 'looked it up' });
      return [answer.kind, 'resolved'];
    }),
  );

const waited = fc.constantFrom(1_000, 4_000).map((time) =>
  command(`wait ${time}`, async (model, { pair }) => {
    pair.clock.advance(time);
    model.now += time;
    return [0, 0];
  }),
);

test('anything that is done to a run one after the other comes to what a plain program says [S-063, S-086, S-087, S-090, B-136]', async () => {
  const commands = fc.commands(
    [booked, booked, booked, undone, undoneByOperator, finished, hindered, resolved, waited],
    { size: '+1' },
  );
  await fc.assert(
    fc.asyncProperty(fc.boolean(), commands, async (atomic, all) => {
      const pair = await pairOfTrips({});
      try {
        const run = await pair.one.session.run({ atomic, deadline: 10_000 });
        const same = await pair.two.session.run({ id: run.id });
        const now = pair.clock.now();
        await fc.asyncModelRun(
          () => ({
            model: newRun(atomic, now, now + 10_000),
            real: { pair, runs: [run, same] as const },
          }),
          all,
        );
      } finally {
        await pair.close();
      }
    }),
    { numRuns: 50, verbose: 1, endOnFailure: true },
  );
});

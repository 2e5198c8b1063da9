/* Anything that people and calls do one after the other, at two boundaries on one database, comes to what a plain program says. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Act, answerTo, askedAt, holds, type Modelled, readAt } from './approval-model.ts';
import { at, act, callId, wait } from './approval-acts.ts';
import { type AskedFor, openTwo, saidOf, turn } from './two-counters.ts';

interface Model {
  now: number;
  /** The approval that was asked for last. */
  last: Modelled;
  /** Call ids that have run. */
  readonly ran: Set<string>;
}

interface Real {
  readonly two: Awaited<ReturnType<typeof openTwo>>;
  last: AskedFor;
}

type Command = fc.AsyncCommand<Model, Real>;

/** What the store came to, and what the model says. */
type Compared = readonly [told: string, expected: string];

/** One thing that somebody does, whenever. What each process reads in one turn is of one moment: they take turns. */
function command(title: string, run: (model: Model, real: Real) => Promise<Compared>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await turn();
      const [told, expected] = await run(model, real);
      if (told !== expected) throw new Error(`${title} came to "${told}", and not to "${expected}"`);
    },
    toString: () => title,
  };
}

/** What a call answers, and what it makes of the model. */
function expectedOf(model: Model, id: string): string {
  if (model.ran.has(id)) return 'replayed';
  const status = readAt(model.last, model.now);
  if (status === 'approved') {
    model.last = { ...model.last, status: 'consumed' };
    model.ran.add(id);
    return 'executed';
  }
  if (holds(model.last, model.now)) return 'approval_rejected';
  if (status !== 'pending') model.last = askedAt(model.now);
  return 'pending';
}

const calls = fc.record({ at, callId }).map(({ at: where, callId: id }) =>
  command(`call ${id} at ${where}`, async (model, real) => {
    const outcome = await real.two.call(where, id);
    if (outcome.kind === 'pending') real.last = { id: outcome.approvalId, digest: outcome.actionDigest };
    return [saidOf(outcome), expectedOf(model, id)];
  }),
);

const answers = fc.record({ at, act }).map(({ at: where, act: given }: { at: 0 | 1; act: Act }) =>
  command(`${given.how} by ${given.by} at ${where}`, async (model, { two, last }) => {
    const { told, next } = answerTo(given, model.last, model.now);
    model.last = next;
    return [await two.act(where, given, last), told];
  }),
);

const withdrawals = at.map((where) =>
  command(`withdraw at ${where}`, async (model, { two }) => {
    const status = readAt(model.last, model.now);
    const fits = status === 'pending' || status === 'approved';
    // What has expired is written as that.
    model.last = { ...model.last, status: fits ? 'revoked' : status };
    return [String(await two.withdraw(where)), fits ? '1' : '0'];
  }),
);

const waits = wait.map((time) =>
  command(`wait ${time}`, async (model, { two }) => {
    two.wait(time);
    model.now += time;
    return ['', ''];
  }),
);

test('anything that people and calls do one after the other comes to what a plain program says [B-062, V-009, V-034]', async () => {
  const commands = fc.commands([answers, answers, calls, calls, withdrawals, waits], { size: '+1' });
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const two = await openTwo(() => {});
      try {
        const setup = async () => {
          const asked = await two.call(0, 'a');
          if (asked.kind !== 'pending') throw new Error(`nobody is asked: ${asked.kind}`);
          const now = two.now();
          const model: Model = { now, last: askedAt(now), ran: new Set() };
          const real: Real = { two, last: { id: asked.approvalId, digest: asked.actionDigest } };
          return { model, real };
        };
        const { model, real } = await setup();
        await fc.asyncModelRun(() => ({ model, real }), all);
        expect(two.effects).toHaveLength(model.ran.size);
        expect(await two.contradictions()).toEqual([]);
      } finally {
        await two.close();
      }
    }),
    { numRuns: 100, verbose: 1, endOnFailure: true },
  );
});

/*
 * People answer, take back and make last longer, an operator takes back, calls run and time passes, at two boundaries on
 * one database, in any order of their steps. What each is told is what a plain program would have told it at some moment
 * meanwhile; rows, evidence and effects agree; what ran, people had agreed to.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { act, at, callId, wait } from './approval-acts.ts';
import { type Act, answerTo, type Modelled, readAt } from './approval-model.ts';
import type { ToldIn } from './told-in.ts';
import { type AskedFor, type Moment, openTwo, saidOf, turn } from './two-counters.ts';

/** What somebody does, at one of the two. */
const deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('act' as const), at, act }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('call' as const), at, callId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), wait }) },
);
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

/** The same after so many steps of others, so that it comes in the middle of what they do. */
const late = fc.tuple(fc.nat(8), deed);
type Late = typeof late extends fc.Arbitrary<infer L> ? L : never;

/** What a deed came to, and between which records and which times. */
interface Done {
  readonly deed: Deed;
  readonly told: string;
  readonly from: Moment;
  readonly to: Moment;
}

type Two = Awaited<ReturnType<typeof openTwo>>;

async function done(two: Two, one: Deed, asked: AskedFor): Promise<string> {
  switch (one.kind) {
    case 'act':
      return two.act(one.at, one.act, asked);
    case 'call':
      return saidOf(await two.call(one.at, one.callId));
    case 'withdraw':
      return String(await two.withdraw(one.at));
    case 'wait':
      two.wait(one.wait);
      return 'waited';
  }
}

/** Does everything at once, in steps whose order the scheduler picks, after `votes` persons have agreed. */
async function raced(scheduler: fc.Scheduler, votes: number, deeds: readonly Late[]) {
  let racing = false;
  const two = await openTwo((point) => (racing ? scheduler.schedule(Promise.resolve(), point) : undefined));
  const asked = await two.call(0, 'a');
  if (asked.kind !== 'pending') throw new Error(`nobody is asked: ${asked.kind}`);
  const about = { id: asked.approvalId, digest: asked.actionDigest };
  const voters = (['rita', 'ron'] as const).slice(0, votes);
  for (const by of voters) await two.act(0, { how: 'approve', by }, about);
  await turn();

  racing = true;
  const doing = deeds.map(async ([steps, one]): Promise<Done> => {
    for (let step = 0; step <= steps; step += 1) await scheduler.schedule(Promise.resolve(), one.kind);
    const from = two.moment();
    const told = await done(two, one, about);
    return { deed: one, told, from, to: two.moment() };
  });
  await scheduler.waitFor(Promise.all(doing));
  racing = false;
  return { two, about, done: await Promise.all(doing) };
}

/** What was so at some moment while a deed was done. */
function meanwhile({ types, states }: ToldIn, times: readonly Moment[], { from, to }: Done) {
  const before = (count: number, type: string) => types.slice(0, count).filter((one) => one === type).length;
  const counts = Array.from({ length: to.records - from.records + 1 }, (_, n) => from.records + n);
  const stood = counts.flatMap((count) => states[count] ?? []);
  const clock = times.flatMap(({ now }) => (now >= from.now && now <= to.now ? [now] : []));
  return {
    written: types.slice(from.records, to.records),
    claimed: counts.some((count) => before(count, 'call.admitted') > before(count, 'call.executed')),
    executed: before(to.records, 'call.executed') > 0,
    asked: before(to.records, 'approval.requested'),
    some: (holds: (model: Modelled, now: number) => boolean) =>
      stood.some((model) => clock.some((now) => holds(model, now))),
    waited: clock.length > 1,
  };
}

/** Whether everything that used the approval was written before it had expired, by the clock. */
function usedInTime({ types, states }: ToldIn, times: readonly Moment[]): boolean {
  return types.every((type, n) => {
    const before = states[n] ?? null;
    const now = times.findLast(({ records }) => records <= n)?.now ?? 0;
    const uses = type === 'call.admitted' && states[n + 1]?.status !== before?.status;
    return !uses || (before !== null && now < before.expires);
  });
}

/** Whether a deed may have come to what it did. */
function explained({ deed: one, told }: Done, seen: ReturnType<typeof meanwhile>): boolean {
  const { written, claimed, executed, asked, some, waited } = seen;
  // Whoever gives up was overtaken every time.
  if (told === 'refused moved' || told === 'contended') return written.length >= 4;
  if (one.kind === 'act') return some((model, now) => answerTo(one.act, model, now).told === told);
  if (one.kind !== 'call') return true;
  switch (told) {
    case 'executed':
      return written.includes('call.admitted');
    case 'replayed':
      return executed;
    case 'in_progress':
    case 'duplicate':
      return claimed;
    case 'pending':
      // Of this approval, or of one that was asked for in its place.
      return asked > 1 || some((model, now) => readAt(model, now) === 'pending');
    case 'approval_rejected':
      return some(({ status }) => status === 'rejected');
    case 'approval_revoked':
      return written.includes('approval.revoked');
    case 'approval_used':
      return written.includes('call.admitted');
    case 'approval_expired':
      return waited;
    default:
      return false;
  }
}

const acted = (all: readonly Done[], how: Act['how']) =>
  all.filter(
    ({ deed: one, told }) => one.kind === 'act' && one.act.how === how && !told.startsWith('refused'),
  ).length;

test('in any order of steps an approval ends once, runs once, and nobody is told what never was so [B-062, D-033, V-034, V-115]', async () => {
  const deeds = fc.array(late, { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(
    fc.scheduler({ act: (run) => turn().then(run) }),
    fc.constantFrom(0, 1, 2, 2),
    deeds,
    async (scheduler, votes, given) => {
      const { two, about, done: all } = await raced(scheduler, votes, given);
      try {
        expect(await two.contradictions()).toEqual([]);
        const told = await two.told(about.id);
        expect(usedInTime(told, two.times)).toBe(true);
        const wrong = all.filter((one) => !explained(one, meanwhile(told, two.times, one)));
        expect(wrong).toEqual([]);

        const count = (...types: readonly string[]) =>
          told.types.filter((type) => types.includes(type)).length;
        const withdrawn = all
          .filter(({ deed: { kind } }) => kind === 'withdraw')
          .map((one) => Number(one.told));
        const taken = withdrawn.reduce((sum, some) => sum + some, acted(all, 'revoke'));
        expect(count('approval.voted', 'approval.approved')).toBe(votes + acted(all, 'approve'));
        expect(count('approval.rejected')).toBe(acted(all, 'reject'));
        expect(count('approval.revoked')).toBe(taken);
        expect(count('approval.lifted')).toBe(acted(all, 'lift'));
        const ran = all.filter(({ told: outcome }) => outcome === 'executed');
        expect([two.effects.length, count('call.executed')]).toEqual([ran.length, ran.length]);
      } finally {
        await two.close();
      }
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

/*
 * A process is killed, as by kill -9, at every pause point of a run: as it begins, as a step of it is done or fails, as it is
 * undone or finished. Another process takes it up, and it ends as it would have: nothing is done or undone twice, and nothing
 * of it is lost.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { approvalContradictions } from '../approval-contradictions.ts';
import { buildForChildren } from './build.ts';
import { contradictions } from './contradictions.ts';
import { effectsIn, killed, livedOn, newTill, reopened, type Step } from './left-behind.ts';
import { livesOfRuns } from './run-lives.ts';
import { names } from './points.ts';
import { tillKey } from './till.mjs';

let dist: string;
beforeAll(() => {
  dist = buildForChildren();
});

type Till = Awaited<ReturnType<typeof reopened>>;

/** The run that the process began, if it came that far. */
async function runIn(folder: string, { runs }: Till): Promise<string | null> {
  const file = join(folder, 'run');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const listed = await runs.list();
  if (listed.kind !== 'listed') throw new Error(listed.reason);
  return listed.runs[0]?.runId ?? null;
}

async function shown({ runs }: Till, id: string) {
  const answer = await runs.show(id);
  if (answer.kind !== 'shown') throw new Error(answer.reason);
  return answer.run;
}

/** Finds out how each call ended whose end nobody knows, and says so; answers how many had happened. */
async function foundOut({ claims }: Till, folder: string): Promise<number> {
  const listed = await claims.list();
  if (listed.kind !== 'listed') throw new Error(listed.reason);
  let happened = 0;
  for (const { executionId } of listed.claims) {
    const did = effectsIn(folder).some(({ execution }) => execution === executionId);
    if (did) happened += 1;
    await claims.resolve(executionId, { as: did ? 'completed' : 'retryable', reason: 'looked it up' });
  }
  return happened;
}

/** Does again what the killed process was about to, as whoever takes the run up. */
async function again({ session, runs }: Till, id: string, step: Step): Promise<void> {
  const run = await session.run({ id });
  if ('step' in step) await session.call(step.step, { invoice: 'i-1' }, { callId: step.callId, run });
  if ('end' in step) await run[step.end]();
  if ('runs' in step && step.runs === 'undo') await runs.undo(id, { reason: 'taken up' });
}

/** After a read is where the next operation begins: that is shown in one life, which passes each of them. */
function isKilledAt(point: string, title: string): boolean {
  const changes = /^after (append|changeRun|admit|settle|requestApproval|decideApproval)$/;
  return point.startsWith('before ') || changes.test(point) || title.startsWith('a run that an operator');
}

for (const [title, life] of Object.entries(livesOfRuns)) {
  const { points, carriedOn, ends } = life;
  const effects = (folder: string) => effectsIn(folder).map(({ capability }) => capability.slice(5));
  const ofRuns = (folder: string) => effects(folder).filter((what) => what !== 'note');

  describe(`${title}`, () => {
    for (const [at, [point, left]] of points.entries()) {
      if (!isKilledAt(point, title)) continue;
      test(`killed ${point} (point ${at}): it ends as it would have, nothing twice and nothing lost [S-063, S-086, S-089]`, async () => {
        const folder = newTill();
        const { points: passed, signal } = killed(dist, folder, life, at);
        expect([passed, signal]).toEqual([names(points.slice(0, at + 1)), 'SIGKILL']);
        const till = await reopened(folder);
        const id = await runIn(folder, till);
        const state = id === null ? null : (await shown(till, id)).state;
        expect([state, ofRuns(folder).join(' ')]).toEqual([left.state, left.effects]);

        if (id !== null) {
          till.clock.advance(60_000);
          const happened = await foundOut(till, folder);
          for (const step of carriedOn) await again(till, id, step);
          const report = await shown(till, id);
          expect(report).toMatchObject({ state: ends, waiting: [], indeterminate: [], failed: [] });

          const what = ofRuns(folder);
          expect(new Set(what).size).toBe(what.length);
          const steps = what.filter((one) => !one.startsWith('un'));
          const taken = what.filter((one) => one.startsWith('un')).map((one) => one.slice(2));
          // What only an operator knows of happened, and how it is taken back is known to nobody.
          const kept = report.notUndoable.map(({ capability }) => capability.slice(5));
          expect(kept.length).toBeLessThanOrEqual(happened);
          expect(taken).toEqual(
            ends === 'undone' ? steps.toReversed().filter((one) => !kept.includes(one)) : [],
          );
          expect(report.done).toHaveLength(ends === 'undone' ? kept.length : steps.length);
          for (const step of carriedOn) await again(till, id, step);
          expect(ofRuns(folder)).toEqual(what);
        }
        expect(await contradictions(folder, till.boundary)).toEqual([]);
        const executions = effectsIn(folder)
          .filter(({ capability }) => ['till.refund', 'till.pledge', 'till.spare'].includes(capability))
          .map(({ execution }) => execution);
        expect(await approvalContradictions({ ...till, key: tillKey, effects: executions })).toEqual([]);
        await till.boundary.close();
      });
    }
  });
}

test('a process that nobody kills passes these points and no others', () => {
  const all = Object.values(livesOfRuns);
  expect(livedOn(dist, all)).toEqual(all.map(({ points }) => names(points)));
});

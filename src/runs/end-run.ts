import type { SessionState } from '../call/session-state.ts';
import { pseudonymsOf } from '../call/pseudonyms.ts';
import { Tampered } from '../errors.ts';
import type { RunActor } from '../evidence/run-record.ts';
import { ended } from '../execution/index.ts';
import type { RunReport } from '../run-report.ts';
import type { Wiring } from '../wiring.ts';
import { changeRun } from './change.ts';
import { isWaiting, reportOf } from './report.ts';
import { standingNow, type WhyUndone, whyUndone } from './standing.ts';
import { letGo, undoRun } from './undo-run.ts';

/** What has become of a run, in the name of its session. */
export async function reportRun(wiring: Wiring, session: SessionState, id: string): Promise<RunReport> {
  return reportOf(await standingNow(wiring, session.place.tenant, id));
}

/** Undoes a run in the name of its session. */
export async function undoRunOf(
  wiring: Wiring,
  session: SessionState,
  id: string,
  reason: WhyUndone,
): Promise<RunReport> {
  const actor = await actorOf(wiring, session, reason);
  const report = await undoRun(wiring, session.place.tenant, id, actor);
  if (report === null) throw new Tampered('run');
  return report;
}

/** Finishes a run in the name of its session, or undoes it where it has gone wrong. */
export async function finishRun(wiring: Wiring, session: SessionState, id: string): Promise<RunReport> {
  const first = await standingNow(wiring, session.place.tenant, id);
  const why = whyUndone(first);
  if (why !== null) return undoRunOf(wiring, session, id, why);
  const busy = [...first.steps.values()].some((call) => isWaiting(call, first));
  if (busy || (first.now !== 'open' && first.now !== 'overdue')) return reportOf(first);
  const actor = await actorOf(wiring, session, null);
  const free = await changeRun(wiring, first.run, actor, (run) => letGo(wiring, run));
  const inVain = [...first.lost.keys()];
  await changeRun(wiring, free, actor, (run, at) =>
    run.state === 'open'
      ? { run: ended(wiring.keys, run, 'finished', at), type: 'run.finished', inVain }
      : null,
  );
  return reportRun(wiring, session, id);
}

async function actorOf(wiring: Wiring, session: SessionState, reason: WhyUndone | null): Promise<RunActor> {
  const { actor } = await pseudonymsOf(wiring, session);
  return { by: 'session', who: actor.principal ?? '', second: null, reason };
}

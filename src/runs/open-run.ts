import { entered } from '../call/entering.ts';
import type { SessionState } from '../call/asked.ts';
import { pseudonymsOf } from '../call/pseudonyms.ts';
import { BoundaryError, Tampered } from '../errors.ts';
import { evidenceRow } from '../evidence/index.ts';
import { ended, signRun, verifiedRun } from '../execution/index.ts';
import type { Wiring } from '../wiring.ts';
import { changeRun, type RunActor } from './change.ts';
import { isWaiting, reportOf } from './report.ts';
import type { RunReport } from '../run-report.ts';
import type { Run, RunOptions } from './run.ts';
import { standingOf } from './standing.ts';
import { letGo, undoRun } from './undo-run.ts';

/** How long a run may take unless said otherwise, and at most, milliseconds: a day, 30 days. */
const usual = 86_400_000;
const longest = 30 * 86_400_000;

/** Begins a run of a session, or goes on with one of its conversation. Throws `context_invalid` where there is none. */
export async function openRun(wiring: Wiring, session: SessionState, options: RunOptions = {}): Promise<Run> {
  const { id, atomic, deadline } = runAsked(options);
  await entered(session);
  if (id !== null) return resumed(wiring, session, id, atomic);
  const { store, keys, ids, time, catalogue } = wiring;
  await time.ask(store, catalogue.version);
  const { actor } = await pseudonymsOf(wiring, session);
  const { tenant, owner, conversation } = session.place;
  const opened = time.now();
  const run = signRun(keys, {
    tenant,
    id: ids.next(opened),
    owner,
    conversation,
    atomic: atomic ?? false,
    state: 'open',
    was: null,
    opened,
    deadline: opened + (deadline ?? usual),
    ended: null,
    revision: 1,
  });
  const record = {
    type: 'run.opened',
    ...actor,
    run: run.id,
    atomic: run.atomic,
    deadline: run.deadline,
  } as const;
  const evidence = evidenceRow(keys, { tenant, id: ids.next(opened), at: opened, record });
  const answer = await store.changeRun({ seen: null, run, history: null, evidence });
  if (answer.kind !== 'changed') throw new BoundaryError('store_failed', 'an id for a run was taken already');
  return handleOf(wiring, session, run.id, run.atomic);
}

async function resumed(
  { store, keys, ...others }: Wiring,
  session: SessionState,
  id: string,
  atomic: boolean | null,
): Promise<Run> {
  const wiring = { store, keys, ...others };
  const { tenant, owner, conversation } = session.place;
  const found = await store.run(tenant, id);
  const run = found === null ? null : verifiedRun(keys, found);
  if (run === null || run.owner !== owner || run.conversation !== conversation)
    throw invalid('there is no run of this id in this conversation');
  if (atomic !== null && atomic !== run.atomic)
    throw invalid(`the run was begun as one that is ${run.atomic ? '' : 'not '}atomic`);
  return handleOf(wiring, session, id, run.atomic);
}

function handleOf(wiring: Wiring, session: SessionState, id: string, atomic: boolean): Run {
  const { calls } = wiring;
  const { tenant } = session.place;
  const during = (work: () => Promise<RunReport>) => calls.during(work);
  return Object.freeze({
    id,
    atomic,
    report: () => during(async () => reportOf(await standing(wiring, tenant, id))),
    finish: () => during(() => finishRun(wiring, session, id)),
    undo: () => during(async () => undoRunOf(wiring, session, id, 'asked')),
  });
}

/** Undoes a run in the name of its session. */
export async function undoRunOf(
  wiring: Wiring,
  session: SessionState,
  id: string,
  reason: 'asked' | 'denied' | 'failed' | 'deadline',
): Promise<RunReport> {
  const actor = await actorOf(wiring, session, reason);
  const report = await undoRun(wiring, session.place.tenant, id, actor);
  if (report === null) throw new Tampered('run');
  return report;
}

async function finishRun(wiring: Wiring, session: SessionState, id: string): Promise<RunReport> {
  const { tenant } = session.place;
  const first = await standing(wiring, tenant, id);
  const busy = [...first.steps.values()].some((call) => isWaiting(call, first.at));
  if (busy || (first.now !== 'open' && first.now !== 'overdue')) return reportOf(first);
  const actor = await actorOf(wiring, session, null);
  const free = await changeRun(wiring, first.run, actor, (run) => letGo(wiring, run));
  await changeRun(wiring, free, actor, (run, at) =>
    run.state === 'open' ? { run: ended(wiring.keys, run, 'finished', at), type: 'run.finished' } : null,
  );
  return reportOf(await standing(wiring, tenant, id));
}

async function standing(wiring: Wiring, tenant: string, id: string) {
  const found = await standingOf(wiring, tenant, id);
  if (found === null) throw new Tampered('run');
  return found;
}

async function actorOf(wiring: Wiring, session: SessionState, reason: string | null): Promise<RunActor> {
  const { actor } = await pseudonymsOf(wiring, session);
  return { by: 'session', who: actor.principal ?? '', reason, catalogue: wiring.catalogue.version };
}

function runAsked(options: RunOptions): {
  readonly id: string | null;
  readonly atomic: boolean | null;
  readonly deadline: number | null;
} {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) throw invalid('the options of a run are an object');
  const { id, atomic, deadline, ...others } = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw invalid('a run has an option that does not exist: there are id, atomic, deadline');
  if (id !== undefined && (typeof id !== 'string' || id === ''))
    throw invalid('id is the id of a run, a text');
  if (atomic !== undefined && typeof atomic !== 'boolean') throw invalid('atomic is true or false');
  const whole = typeof deadline === 'number' && Number.isSafeInteger(deadline) && deadline >= 1;
  if (deadline !== undefined && !(whole && deadline <= longest))
    throw invalid('the deadline of a run is whole milliseconds from 1 to 2,592,000,000 (30 days)');
  if (id !== undefined && deadline !== undefined)
    throw invalid('the deadline of a run is set when it begins');
  return { id: id ?? null, atomic: atomic ?? null, deadline: whole ? deadline : null };
}

function invalid(sentence: string): BoundaryError {
  return new BoundaryError('context_invalid', sentence);
}

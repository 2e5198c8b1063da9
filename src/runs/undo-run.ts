import { endApproval } from '../acting/end-approval.ts';
import { bindContext } from '../action/index.ts';
import { call } from '../call/call.ts';
import { received } from '../call/received.ts';
import { type SessionState, sessionState } from '../call/session-state.ts';
import { statusAt, verifiedApproval } from '../approval/index.ts';
import { stateAt } from '../claim/index.ts';
import { DecisionUnavailable, SettlementFailed, Tampered } from '../errors.ts';
import { approvalFacts } from '../evidence/index.ts';
import type { RunActor } from '../evidence/run-record.ts';
import { ended, openUndo, released, undoing, type UndoPlan } from '../execution/index.ts';
import type { Outcome } from '../outcome.ts';
import type { RunReport } from '../run-report.ts';
import type { CallRow, RunRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import { changeRun, type RunStep } from './change.ts';
import { reportOf, type UndoFailed } from './report.ts';
import { type Standing, standingNow, standingOf } from './standing.ts';

/**
 * Undoes a run as far as it goes now. Nothing of it begins any more, and what waits for people is taken back. What executes
 * is left to end first: whoever waits for it goes on. Then the steps that have happened are undone, last one first, each
 * through every gate. It stops where an undo fails, and where nobody knows how a call ended; the next touch goes on there.
 * A step without an undo stops nothing. null: there is no such run.
 */
export async function undoRun(
  wiring: Wiring,
  tenant: string,
  id: string,
  actor: RunActor,
): Promise<RunReport | null> {
  const first = await standingOf(wiring, tenant, id);
  if (first === null) return null;
  if (first.now === 'finished' || first.now === 'undone' || first.now === 'held') return reportOf(first);
  // What was held and is not any more is let go first.
  const free = await changeRun(wiring, first.run, plain(actor), (run) => letGo(wiring, run));
  // An operator who goes on with what others began is on record as well.
  const begins = ({ state }: RunRow) => state === 'open' || (state === 'undoing' && actor.by === 'operator');
  await changeRun(wiring, free, actor, (run) =>
    begins(run) ? { run: undoing(wiring.keys, run), type: 'run.undoing' } : null,
  );
  await takeBack(wiring, await standingNow(wiring, tenant, id), actor);
  for (let before = first; ;) {
    const now = await standingNow(wiring, tenant, id);
    if (tellsLess(now, before)) throw new Tampered('conversation');
    before = now;
    if (now.now !== 'undoing' || isExecuting(now)) return reportOf(now);
    const step = lastDone(now);
    if (step === null) {
      await changeRun(wiring, now.run, plain(actor), (run, at) =>
        run.state === 'undoing' ? { run: ended(wiring.keys, run, 'undone', at), type: 'run.undone' } : null,
      );
      return reportOf(await standingNow(wiring, tenant, id));
    }
    const failed = await undoStep(wiring, now, step);
    if (failed !== null) return reportOf(await standingNow(wiring, tenant, id), failed);
  }
}

/** Whether a history still tells of a step as done whose undo was on record before it was read: it was set back. */
function tellsLess({ told }: Standing, { undos }: Standing): boolean {
  return told.some(({ call: step, state }) => state !== 'undone' && undos.get(step)?.state === 'completed');
}

/** Why a run is undone stands in the record of its beginning to be; an operator's own words stand in each. */
function plain(actor: RunActor): RunActor {
  return actor.by === 'session' ? { ...actor, reason: null } : actor;
}

/** A run that is held by nothing any more goes on as it was; anybody who finds it so may write it. */
export function letGo({ keys }: Wiring, run: RunRow): RunStep | null {
  const free = released(keys, run);
  return free === null ? null : { run: free, type: 'run.released' };
}

function isExecuting({ steps, undos, at }: Standing): boolean {
  return [...steps.values(), ...undos.values()].some((one) => stateAt(one, at) === 'claimed');
}

/**
 * The last step that has happened, is not undone and declares how it is: the history tells the order, and the rows, which
 * were read after it, what has become of each.
 */
function lastDone({ told, steps, undos }: Standing): CallRow | null {
  const isDone = (step: CallRow) =>
    step.state === 'completed' && step.undo !== null && undos.get(step.id)?.state !== 'completed';
  const done = told.flatMap(({ call: id }) => steps.get(id) ?? []).filter(isDone);
  return done.at(-1) ?? null;
}

/** Undoes one step; null where it is undone now, or somebody else is doing it. */
async function undoStep(wiring: Wiring, { run }: Standing, step: CallRow): Promise<UndoFailed | null> {
  const outcome = await undoOutcome(wiring, run, step);
  if (typeof outcome === 'string') return { step, reason: outcome };
  switch (outcome.kind) {
    case 'executed':
    case 'replayed':
    case 'in_progress':
      return null;
    case 'denied':
      return outcome.reason === 'compensation_spent' ? null : { step, reason: outcome.reason };
    case 'pending':
    case 'throttled':
    case 'failed':
    case 'indeterminate':
      return { step, reason: outcome.kind };
  }
}

/**
 * What an undo call came to, or why nothing of it is known: what the application threw, or what could not be recorded, stops
 * undoing where a report can say so. What was tampered with is thrown.
 */
async function undoOutcome(
  wiring: Wiring,
  run: RunRow,
  step: CallRow,
): Promise<Outcome | UndoFailed['reason']> {
  const plan = await planOf(wiring, step);
  try {
    return await undoCall(wiring, run, step, plan);
  } catch (error) {
    const told = error instanceof DecisionUnavailable || error instanceof SettlementFailed;
    if (!told || error.code === 'state_tampered') throw error;
    return error.code;
  }
}

/** How a step is undone, as it was fixed when it had happened. Throws `Tampered` where that does not open. */
async function planOf(wiring: Wiring, step: CallRow): Promise<UndoPlan> {
  const key = await wiring.ring.of(step.tenant, '');
  const plan = step.undo === null ? null : openUndo(key, { call: step, action: step.action }, step.undo);
  if (plan === null) throw new Tampered('call');
  return plan;
}

async function undoCall(
  wiring: Wiring,
  { id: run }: RunRow,
  step: CallRow,
  plan: UndoPlan,
): Promise<Outcome> {
  const { keys } = wiring;
  const { tenant, owner, conversation } = step;
  const session = sessionOf(wiring, step, plan);
  return call({
    wiring,
    session,
    name: plan.with,
    raw: plan.arguments,
    reading: received(wiring, session.context, plan.with, plan.arguments),
    callId: `undo:${step.execution}`,
    // Under a purpose of its own: no call id of a host is ever the same.
    key: { tenant, owner, conversation, id: keys.blind('countersign/undo-id/v1', tenant, step.id) },
    proposal: 'counted',
    step: null,
    run,
    undoing: { step, plan },
  });
}

/** The session that a step was done in. Whoever was a guest then undoes what it did, whether or not it is one still. */
function sessionOf(
  wiring: Wiring,
  { tenant, owner, conversation }: CallRow,
  { context, delegators = [], sharedBy }: UndoPlan,
): SessionState {
  return {
    ...sessionState(wiring, context, {}),
    place: { tenant, owner, conversation },
    delegators: delegators.map((delegator) => bindContext(delegator)),
    sharedBy: sharedBy ?? null,
  };
}

/**
 * Takes back what people are asked, or have agreed to, about steps that will not happen: also where their answer could be
 * used again, since a step failed. What has expired is left.
 */
async function takeBack(wiring: Wiring, { steps }: Standing, { who }: RunActor): Promise<void> {
  const { store, keys, time, ring } = wiring;
  for (const step of steps.values()) {
    if (step.state !== 'asked' && step.state !== 'failed') continue;
    const { tenant, action } = step;
    const key = await ring.of(tenant, '');
    const { live } = await store.approvalsOf(tenant, { action, alike: '', now: time.now() });
    if (live === null || statusAt(verifiedApproval(keys, live), time.now()) === 'expired') continue;
    // What others were asked since about the same is theirs.
    if (step.state === 'failed' && live.execution !== step.execution) continue;
    await endApproval(wiring, live, (row, end) =>
      end === 'expired'
        ? { type: 'approval.expired', ...approvalFacts(key, row) }
        : { type: 'approval.revoked', ...approvalFacts(key, row), by: 'run', who, reason: null },
    );
  }
}

import { withCause } from '../call/answer.ts';
import { call } from '../call/call.ts';
import type { Asked } from '../call/asked.ts';
import { nobodysFault } from '../call/denial.ts';
import type { ReasonCode } from '../decision.ts';
import { DecisionUnavailable } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { RunReport } from '../run-report.ts';
import { deciding } from './deciding.ts';
import { undoRunOf } from './end-run.ts';
import { standingOf, type WhyUndone, whyUndone } from './standing.ts';

/**
 * Refusals that say nothing of the step: another call has the id, the run itself is not open, or a deploy or a race came
 * between.
 */
const notOfTheStep: readonly ReasonCode[] = ['run_held', 'run_closed', 'call_id_reused', ...nobodysFault];

/** Whether whoever called may have no say in the run: another tenant's, or a guest that takes part no longer. */
function isOutside(outcome: Outcome): boolean {
  return outcome.kind === 'denied' && outcome.reason === 'binding_mismatch';
}

/**
 * A call that is a step of a run. Before its outcome is answered the run is undone where it has to be: an atomic one whose
 * step was denied or failed or whose deadline has passed, and any that was waiting for this step to end. What became of the
 * run then stands beside the outcome. Where undoing breaks, that is on record as a fault, the outcome is answered all the
 * same, and the next touch goes on.
 */
export async function stepOfRun(asked: Asked, run: string): Promise<Outcome> {
  const outcome = await call(asked);
  if (isOutside(outcome)) return outcome;
  const { wiring, session } = asked;
  try {
    return await deciding(wiring, session, async () => {
      const why = await undoneBecause(asked, run, outcome);
      return why === null ? outcome : withRun(outcome, await undoRunOf(wiring, session, run, why));
    });
  } catch (error) {
    // A fault is on record by now; what the store itself threw is not.
    if (!(error instanceof DecisionUnavailable)) wiring.unrecorded(error);
    return outcome;
  }
}

/** The same outcome with what became of the run; what was thrown stays out of sight. */
function withRun(outcome: Outcome, run: RunReport): Outcome {
  const cause = 'cause' in outcome ? outcome.cause : undefined;
  const told = { ...outcome, run };
  return cause === undefined ? told : withCause(told, cause);
}

async function undoneBecause(
  { wiring, session }: Asked,
  id: string,
  outcome: Outcome,
): Promise<WhyUndone | null> {
  if (outcome.kind === 'pending' || outcome.kind === 'in_progress' || outcome.kind === 'throttled')
    return null;
  const standing = await standingOf(wiring, session.place.tenant, id);
  const { owner, conversation } = session.place;
  // A run of somebody else is nobody's to undo.
  if (standing === null || standing.run.owner !== owner || standing.run.conversation !== conversation)
    return null;
  const why = whyUndone(standing);
  if (why !== null) return why;
  if (!standing.run.atomic || standing.now !== 'open') return null;
  return outcome.kind === 'denied' && !notOfTheStep.includes(outcome.reason) ? 'denied' : null;
}

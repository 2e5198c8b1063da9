import { callVerifies, stateAt } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import { runAt, verifiedRun } from '../execution/index.ts';
import type { CallRow } from '../store/rows.ts';
import type { DecisionData, RunData } from '../store/store.ts';
import type { Wiring } from '../wiring.ts';
import { askEnded } from './ask-ended.ts';
import type { Asked } from './asked.ts';
import type { Awaitable } from '../awaitable.ts';
import { refuse, type Stop } from './chain.ts';
import { isRetrySafe } from './undo.ts';

/**
 * The run that a call is a step of is open, and nothing of it has gone wrong where it is atomic. What was done in a run
 * that has finished is still told; what undoes a step runs while its run is being undone.
 */
export function runIsOpen(state: Asked & { readonly data: DecisionData }): Awaitable<Stop | undefined> {
  const { wiring, run: id, key, data, undoing } = state;
  if (id === null) return undefined;
  if (data.run === null) return refuse('run_closed');
  const { run, unsettled } = data.run;
  verifiedRun(wiring.keys, run);
  if (!unsettled.every((call) => callVerifies(wiring.keys, call))) throw new Tampered('call');
  if (run.owner !== key.owner || run.conversation !== key.conversation) return refuse('run_closed');
  const unknown = unsettled.some((call) => call.id !== key.id && holdsRun(wiring, call, data.now));
  const now = runAt(run, unknown, data.now);
  if (now === 'held') return refuse('run_held');
  if (undoing !== null) return now === 'undoing' ? undefined : refuse('run_closed');
  if (now === 'finished') return isOver(data.call) ? undefined : refuse('run_closed');
  if (now !== 'open') return refuse('run_closed');
  return run.atomic ? nothingIsLost(state, data.run) : undefined;
}

/** Whether nobody may go on in the run of a call before somebody found out how it ended. */
export function holdsRun(wiring: Wiring, call: CallRow, now: number): boolean {
  const isUnknown = stateAt(call, now) === 'indeterminate';
  return isUnknown && (call.undoes === null || !isRetrySafe(wiring, call.capability));
}

/** Whether there is an answer for a call, and nothing of it can happen any more. */
function isOver(call: CallRow | null): boolean {
  return call !== null && (call.state === 'completed' || call.state === 'failed');
}

/** Whether people may still agree to every step that waits for them: one that will not happen is one that went wrong. */
async function nothingIsLost(
  { wiring, key, data }: Asked & { readonly data: DecisionData },
  { unsettled }: RunData,
): Promise<Stop | undefined> {
  for (const call of unsettled) {
    if (call.state !== 'asked') continue;
    const end = await askEnded(wiring, call, data.now);
    if (end !== null) return refuse(call.id === key.id ? end : 'run_closed');
  }
  return undefined;
}

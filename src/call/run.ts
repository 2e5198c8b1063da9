import { stateAt } from '../claim/index.ts';
import { runAt, verifiedRun } from '../execution/index.ts';
import type { DecisionData } from '../store/store.ts';
import type { Asked } from './asked.ts';
import { refuse, type Stop } from './chain.ts';
import { isRetrySafe } from './undo.ts';

/**
 * The run that a call is a step of is open. What was done in a run that has finished is still told; what undoes a step
 * runs while its run is being undone.
 */
export function runIsOpen(state: Asked & { readonly data: DecisionData }): Stop | undefined {
  const { wiring, run: id, key, data, undoing } = state;
  if (id === null) return undefined;
  const { run, unsettled } = data.run ?? { run: null, unsettled: [] };
  if (run === null) return refuse('run_closed');
  verifiedRun(wiring.keys, run);
  if (run.owner !== key.owner || run.conversation !== key.conversation) return refuse('run_closed');
  const unknown = unsettled.some(
    (call) =>
      call.id !== key.id &&
      stateAt(call, data.now) === 'indeterminate' &&
      (call.undoes === null || !isRetrySafe(wiring, call.capability)),
  );
  const now = runAt(run, unknown, data.now);
  if (now === 'held') return refuse('run_held');
  if (now === (undoing === null ? 'open' : 'undoing')) return undefined;
  return now === 'finished' && data.call !== null ? undefined : refuse('run_closed');
}

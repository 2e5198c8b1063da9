import { stateAt } from '../claim/index.ts';
import type { CallRow } from '../store/rows.ts';
import type { RunReport, ShownStep } from '../run-report.ts';
import type { Standing } from './standing.ts';

/** An undo that did not come about in this attempt. */
export interface UndoFailed {
  readonly step: CallRow;
  readonly reason: string;
}

/** What has become of a run, from its rows. `failed`: of the attempt that was just made. */
export function reportOf(standing: Standing, failed: UndoFailed | null = null): RunReport {
  const { run, now, steps, undos, reads, told, at } = standing;
  const places = new Map(told.map(({ call }, place) => [call, place]));
  const ordered = [...steps.values()].toSorted(
    (a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1) || a.at - b.at,
  );
  const undone = (step: CallRow) => undos.get(step.id)?.state === 'completed';
  const all = [...ordered, ...undos.values()];
  const which = (keep: (call: CallRow) => boolean) => Object.freeze(ordered.filter(keep).map(shown));
  const happened = (step: CallRow) => step.state === 'completed' && !undone(step);
  return Object.freeze({
    runId: run.id,
    state: now,
    atomic: run.atomic,
    deadline: run.deadline,
    done: which(happened),
    waiting: Object.freeze(
      all
        .filter((call) => isWaiting(call, standing) && (run.ended === null || call.state === 'claimed'))
        .map(shown),
    ),
    indeterminate: Object.freeze(all.filter((call) => stateAt(call, at) === 'indeterminate').map(shown)),
    undone: which(undone),
    notUndoable: which((step) => happened(step) && step.undo === null && !reads.has(step.id)),
    failed: Object.freeze(failed === null ? [] : [{ ...shown(failed.step), reason: failed.reason }]),
  });
}

/** Whether a call may yet do something: it is executing, or people are asked about it and may still agree. */
export function isWaiting(call: CallRow, { lost, at }: Pick<Standing, 'lost' | 'at'>): boolean {
  return call.state === 'asked' ? !lost.has(call.id) : stateAt(call, at) === 'claimed';
}

function shown({ capability, execution }: CallRow): ShownStep {
  return Object.freeze({ capability, executionId: execution });
}

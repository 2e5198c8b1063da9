import type { RunReport } from '../../src/index.ts';

/** What a booking does instead of booking. */
export const troubles = ['none', 'not_performed', 'throws', 'denied', 'throttled'] as const;
export type Trouble = (typeof troubles)[number];

/** What a cancellation does instead of cancelling. */
export const undoTroubles = ['none', 'not_performed', 'throws', 'denied'] as const;
export type UndoTrouble = (typeof undoTroubles)[number];

/** What can be booked: cancelling a car a second time does nothing, and nothing takes a visa back. */
export const things = ['flight', 'hotel', 'car', 'visa'] as const;
export type Thing = (typeof things)[number];

/** One call of a run, as a plain program remembers it. */
export interface ModelledStep {
  readonly id: string;
  readonly thing: Thing;
  state: 'done' | 'failed' | 'lost' | 'retryable' | 'undone';
  /** Whether it is known how it is taken back. */
  undoable: boolean;
  /** How the last attempt at taking it back ended, where that is not known. */
  undoing: 'none' | 'lost';
}

/** A run, as a plain program remembers it. */
export interface ModelledRun {
  readonly atomic: boolean;
  state: 'open' | 'undoing' | 'finished' | 'undone';
  now: number;
  readonly deadline: number;
  /** In the order in which they were admitted. */
  steps: ModelledStep[];
  readonly effects: string[];
  readonly undoTroubles: Map<Thing, UndoTrouble>;
}

export function newRun(atomic: boolean, now: number, deadline: number): ModelledRun {
  return { atomic, state: 'open', now, deadline, steps: [], effects: [], undoTroubles: new Map() };
}

/** Whether nobody knows how taking it back ended, where twice is not as once. */
const isUndoLost = ({ undoing, thing }: ModelledStep) => undoing === 'lost' && thing !== 'car';

/** How the run reads. `but`: the step that asks, which does not hold itself. */
export function readsAs(run: ModelledRun, but?: ModelledStep): RunReport['state'] {
  if (run.state === 'finished' || run.state === 'undone') return run.state;
  if (run.steps.some((step) => isUndoLost(step) || (step !== but && step.state === 'lost'))) return 'held';
  return run.state === 'open' && run.now >= run.deadline ? 'overdue' : run.state;
}

/** Undoes the run as far as it goes. */
export function undo(run: ModelledRun): void {
  const now = readsAs(run);
  if (now === 'held' || now === 'finished' || now === 'undone') return;
  run.state = 'undoing';
  for (const step of run.steps.toReversed()) {
    if (step.state !== 'done' || !step.undoable) continue;
    const trouble = run.undoTroubles.get(step.thing) ?? 'none';
    if (trouble === 'denied' || trouble === 'not_performed') {
      // What was not known is known by then: the try that is on record last did nothing.
      if (trouble === 'not_performed') step.undoing = 'none';
      return;
    }
    run.effects.push(`cancel ${step.thing} ${step.id}`);
    if (trouble === 'throws') {
      step.undoing = 'lost';
      return;
    }
    step.state = 'undone';
    step.undoing = 'none';
  }
  run.state = 'undone';
}

/** What touching the run brings about by itself. */
function touched(run: ModelledRun): void {
  const now = readsAs(run);
  if (now === 'undoing' || (now === 'overdue' && run.atomic)) undo(run);
}

/** Books something, or sends the call again; what that comes to. */
export function book(run: ModelledRun, id: string, thing: Thing, trouble: Trouble): string {
  const known = run.steps.find((step) => step.id === id);
  const said = attempt(run, known ?? null, { id, thing }, trouble);
  if (said === 'throttled') return said;
  if (run.atomic && readsAs(run) === 'open' && (said === 'unauthorized' || said === 'failed')) undo(run);
  else touched(run);
  return said;
}

function attempt(
  run: ModelledRun,
  known: ModelledStep | null,
  { id, thing }: Pick<ModelledStep, 'id' | 'thing'>,
  trouble: Trouble,
): string {
  const now = readsAs(run, known ?? undefined);
  if (now === 'held') return 'run_held';
  const isOver = known !== null && ['done', 'failed', 'undone'].includes(known.state);
  if (now !== 'open' && !(now === 'finished' && isOver)) return 'run_closed';
  if (known?.state === 'done') return 'replayed';
  if (known?.state === 'failed') return 'failed';
  if (known?.state === 'lost') return 'indeterminate';
  if (trouble === 'denied') return 'unauthorized';
  if (trouble === 'throttled') return 'throttled';
  // One that is tried once more is admitted anew, after what was admitted meanwhile.
  run.steps = run.steps.filter((step) => step !== known);
  const step = (state: ModelledStep['state']) =>
    run.steps.push({ id, thing, state, undoable: state === 'done' && thing !== 'visa', undoing: 'none' });
  if (trouble === 'not_performed') {
    step('failed');
    if (run.atomic) run.state = 'undoing';
    return 'failed';
  }
  run.effects.push(`book ${thing} ${id}`);
  step(trouble === 'throws' ? 'lost' : 'done');
  return trouble === 'throws' ? 'indeterminate' : 'executed';
}

/** Ends the run, or undoes it where it has gone wrong. */
export function finish(run: ModelledRun): void {
  const now = readsAs(run);
  if (now === 'open' || (now === 'overdue' && !run.atomic)) run.state = 'finished';
  else touched(run);
}

/** Somebody found out how a call or an undo ended. */
export function resolve(step: ModelledStep, as: 'completed' | 'retryable'): void {
  if (step.state === 'lost') {
    // Nobody knows what it returned, so how it is taken back could not be worked out.
    step.state = as === 'completed' ? 'done' : 'retryable';
    step.undoable = false;
    return;
  }
  step.undoing = 'none';
  if (as === 'completed') step.state = 'undone';
}

/** What a report says of it. */
export function reported(run: ModelledRun) {
  const named = (keep: (step: ModelledStep) => boolean) =>
    run.steps.filter(keep).map(({ thing }) => `${thing}.book`);
  return {
    state: readsAs(run),
    done: named(({ state }) => state === 'done'),
    undone: named(({ state }) => state === 'undone'),
    notUndoable: named(({ state, undoable }) => state === 'done' && !undoable),
    lost: [
      ...named(({ state }) => state === 'lost'),
      ...run.steps.filter(({ undoing }) => undoing === 'lost').map(({ thing }) => `${thing}.cancel`),
    ].toSorted(),
  };
}

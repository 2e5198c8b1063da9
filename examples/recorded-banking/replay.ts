import type { Outcome, Session } from 'countersign';
import type { RecordedRun } from './corpus.ts';
import type { Result, World } from './world.ts';

/** One recorded call and what became of it. */
export interface ReplayedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** null: not reached, because an earlier call that had succeeded in the record was refused. */
  readonly outcome: Outcome | null;
  /** Refused although it had succeeded in the record: the run ends here. */
  readonly cutShort: boolean;
  /** Milliseconds. */
  readonly took: number;
}

/**
 * Proposes the calls of one run in order, each under an id made of its position. A refused call that had succeeded
 * ends the run after its step, since the model would have gone on differently; where the recorded tool failed as well,
 * the record goes on rightly.
 */
export async function replay(
  session: Session,
  world: World,
  run: RecordedRun,
): Promise<readonly ReplayedCall[]> {
  const replayed: ReplayedCall[] = [];
  let ended = false;
  for (const [index, step] of run.steps.entries()) {
    if (step.r !== 'a') continue;
    const reached: boolean = !ended;
    for (const [place, call] of step.c.entries()) {
      const recorded = resultAt(run, index, place);
      world.recorded = recorded;
      const began = performance.now();
      const outcome: Outcome | null = reached
        ? await session.call(call.f, call.a, { callId: `${index}.${place}` })
        : null;
      const took = performance.now() - began;
      const cutShort: boolean = outcome?.kind === 'denied' && recorded?.error === null;
      replayed.push({ tool: call.f, arguments: call.a, outcome, cutShort, took });
      ended ||= cutShort;
    }
  }
  return replayed;
}

/** The results of a step follow it, in the order of its calls. A run may end before they came. */
function resultAt({ steps }: RecordedRun, index: number, place: number): Result | null {
  const step = steps[index + 1 + place];
  return step?.r === 't' ? { text: step.t, error: step.e } : null;
}

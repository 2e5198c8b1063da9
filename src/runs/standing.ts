import { type AskEnd, askEnded } from '../call/ask-ended.ts';
import { ledgerOf } from '../call/history.ts';
import { holdsRun } from '../call/run.ts';
import { callVerifies } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import { runAt, type RunNow, verifiedRun } from '../execution/index.ts';
import type { StepOfRun } from '../history/index.ts';
import type { CallRow, RunRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';

/** A run with everything that belongs to it, each row verified. */
export interface Standing {
  readonly run: RunRow;
  readonly now: RunNow;
  /** Its calls that undo nothing, by id. */
  readonly steps: ReadonlyMap<string, CallRow>;
  /** Its calls that undo a step, by the id of that step. */
  readonly undos: ReadonlyMap<string, CallRow>;
  /** Its steps that wait for people who cannot agree any more, by id, and why: they will not happen. */
  readonly lost: ReadonlyMap<string, AskEnd>;
  /** Its steps that change nothing, by id: there is nothing to take back. */
  readonly reads: ReadonlySet<string>;
  /** What the history tells of its steps, in the order in which they were admitted; nothing once it has ended. */
  readonly told: readonly StepOfRun[];
  /** The time that this is judged by, milliseconds. */
  readonly at: number;
}

/**
 * Reads a run and holds its calls against the history of its conversation. null: there is none of this id. Throws
 * `Tampered` where a row is not as it was written, or a step or an undo that the history tells of is gone.
 */
export async function standingOf(wiring: Wiring, tenant: string, id: string): Promise<Standing | null> {
  const { store, keys, time, catalogue } = wiring;
  const found = await store.run(tenant, id);
  if (found === null) return null;
  const { owner, conversation } = verifiedRun(keys, found);
  const of = { tenant, owner, conversation };
  const data = await store.loadForDecision({ ...of, id: '' }, catalogue.version, id);
  time.see(data.now);
  const run = data.run === null ? null : verifiedRun(keys, data.run.run);
  if (run === null) throw new Tampered('run');
  const ledger = await ledgerOf(wiring, of, data);
  if (ledger === null) throw new Tampered('conversation');
  // Taken down before the rows are read: other calls read on in the same history meanwhile, and would tell of later ones.
  const told = ledger.stepsOf(id);
  const calls = await store.callsOfRun(tenant, id);
  if (!calls.every((call) => callVerifies(keys, call))) throw new Tampered('run');
  const steps = new Map(calls.filter(({ undoes }) => undoes === null).map((call) => [call.id, call]));
  const undos = new Map(
    calls.flatMap((call) => (call.undoes === null ? [] : [[call.undoes, call] as const])),
  );
  if (!told.every((step) => isThere(step, steps, undos))) throw new Tampered('call');
  const unknown = calls.some((call) => holdsRun(wiring, call, data.now));
  const lost = await lostOf(wiring, steps, data.now);
  const changesNothing = ({ capability }: CallRow) =>
    catalogue.capabilities.some(({ name, effect }) => name === capability && effect === 'read');
  const reads = new Set([...steps.values()].filter(changesNothing).map((step) => step.id));
  return { run, now: runAt(run, unknown, data.now), steps, undos, lost, reads, told, at: data.now };
}

/** The same of a run that was there before: one that is gone was taken away. */
export async function standingNow(wiring: Wiring, tenant: string, id: string): Promise<Standing> {
  const now = await standingOf(wiring, tenant, id);
  if (now === null) throw new Tampered('run');
  return now;
}

/** Whether the rows, which were read after it, have what the history tells of a step: that it happened, and was undone. */
function isThere({ call, state }: StepOfRun, steps: Standing['steps'], undos: Standing['undos']): boolean {
  const step = steps.get(call);
  if (step === undefined || state === 'admitted') return step !== undefined;
  return step.state === 'completed' && (state === 'completed' || undos.get(call)?.state === 'completed');
}

async function lostOf(
  wiring: Wiring,
  steps: ReadonlyMap<string, CallRow>,
  now: number,
): Promise<ReadonlyMap<string, AskEnd>> {
  const lost = new Map<string, AskEnd>();
  for (const step of steps.values()) {
    const end = step.state === 'asked' ? await askEnded(wiring, step, now) : null;
    if (end !== null) lost.set(step.id, end);
  }
  return lost;
}

/** Why a run is undone. `asked`: somebody wants it, or goes on with what others began. */
export type WhyUndone = 'asked' | 'denied' | 'failed' | 'deadline';

/** Why a run that stands so is to be undone now; null where it is not. */
export function whyUndone({ run, now, lost }: Standing): WhyUndone | null {
  if (now === 'undoing') return 'asked';
  if (!run.atomic) return null;
  if (now === 'overdue') return 'deadline';
  return now === 'open' && lost.size > 0 ? 'denied' : null;
}

import type { SessionState } from '../call/session-state.ts';
import { entered } from '../call/entering.ts';
import { misuse, optionsGiven } from '../call/misuse.ts';
import { pseudonymsOf } from '../call/pseudonyms.ts';
import { BoundaryError } from '../errors.ts';
import { evidenceRow } from '../evidence/index.ts';
import { signRun, verifiedRun } from '../execution/index.ts';
import type { RunReport } from '../run-report.ts';
import type { RunRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import { deciding } from './deciding.ts';
import { finishRun, reportRun, undoRunOf } from './end-run.ts';
import type { Run, RunOptions } from './run.ts';

/** How long a run may take unless said otherwise, and at most, milliseconds: a day, 30 days. */
const usual = 86_400_000;
const longest = 30 * 86_400_000;

/** Begins a run of a session, or goes on with one of its conversation. Throws `context_invalid` where there is none. */
export async function openRun(wiring: Wiring, session: SessionState, options: RunOptions = {}): Promise<Run> {
  const { id, atomic, deadline } = runAsked(options);
  await entered(session);
  const run = await deciding(wiring, session, () =>
    id === null ? begun(wiring, session, atomic ?? false, deadline ?? usual) : found(wiring, session, id),
  );
  if (run === null) throw misuse('there is no run of this id in this conversation');
  if (atomic !== null && atomic !== run.atomic)
    throw misuse(`the run was begun as one that is ${run.atomic ? '' : 'not '}atomic`);
  return handleOf(wiring, session, run.id, run.atomic);
}

async function begun(
  wiring: Wiring,
  session: SessionState,
  atomic: boolean,
  length: number,
): Promise<RunRow> {
  const { store, keys, ids, time, catalogue } = wiring;
  await time.ask(store, catalogue.version);
  const { actor } = await pseudonymsOf(wiring, session);
  const { tenant, owner, conversation } = session.place;
  const opened = time.now();
  const deadline = opened + length;
  const id = ids.next(opened);
  const run = signRun(keys, {
    tenant,
    id,
    owner,
    conversation,
    atomic,
    state: 'open',
    was: null,
    opened,
    deadline,
    ended: null,
    revision: 1,
  });
  const record = { type: 'run.opened', ...actor, run: id, atomic, deadline } as const;
  const evidence = evidenceRow(keys, { tenant, id: ids.next(opened), at: opened, record });
  const answer = await store.changeRun({ seen: null, run, inVain: [], history: null, evidence });
  if (answer.kind !== 'changed') throw new BoundaryError('store_failed', 'an id for a run was taken already');
  return run;
}

/** A run of the conversation of a session; null where there is none of this id: somebody else's is none. */
async function found({ store, keys }: Wiring, { place }: SessionState, id: string): Promise<RunRow | null> {
  const row = await store.run(place.tenant, id);
  const run = row === null ? null : verifiedRun(keys, row);
  return run?.owner === place.owner && run.conversation === place.conversation ? run : null;
}

function handleOf(wiring: Wiring, session: SessionState, id: string, atomic: boolean): Run {
  const during = (work: () => Promise<RunReport>) =>
    wiring.calls.during(() => deciding(wiring, session, work));
  return Object.freeze({
    id,
    atomic,
    report: () => during(() => reportRun(wiring, session, id)),
    finish: () => during(() => finishRun(wiring, session, id)),
    undo: () => during(() => undoRunOf(wiring, session, id, 'asked')),
  });
}

function runAsked(options: RunOptions): {
  readonly id: string | null;
  readonly atomic: boolean | null;
  readonly deadline: number | null;
} {
  const { id, atomic, deadline } = optionsGiven('run', options, ['id', 'atomic', 'deadline']);
  if (id !== undefined && (typeof id !== 'string' || id === ''))
    throw misuse('id is the id of a run, a text');
  if (atomic !== undefined && typeof atomic !== 'boolean') throw misuse('atomic is true or false');
  const whole = typeof deadline === 'number' && Number.isSafeInteger(deadline) && deadline >= 1;
  if (deadline !== undefined && !(whole && deadline <= longest))
    throw misuse('the deadline of a run is whole milliseconds from 1 to 2,592,000,000 (30 days)');
  if (id !== undefined && deadline !== undefined) throw misuse('the deadline of a run is set when it begins');
  return { id: id ?? null, atomic: atomic ?? null, deadline: whole ? deadline : null };
}

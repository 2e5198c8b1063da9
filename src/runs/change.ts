import { evidenceRow } from '../evidence/index.ts';
import type { RunActor, RunChanged } from '../evidence/run-record.ts';
import { verifiedRun } from '../execution/index.ts';
import { chaining } from '../history/index.ts';
import type { RunRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import { Tampered } from '../errors.ts';

/** What a run becomes, and how that is told. */
export interface RunStep {
  readonly run: RunRow;
  readonly type: RunChanged['type'];
  /** Of a run that is to be finished: ids of its calls that wait for people in vain. */
  readonly inVain?: readonly string[];
}

/**
 * Takes a run one step further, however often it moves meanwhile. `next` says what it becomes, or null where it is to
 * stay as it is by then. Answers with the run as it is afterwards.
 */
export async function changeRun(
  wiring: Wiring,
  first: RunRow,
  actor: RunActor,
  next: (run: RunRow, at: number) => RunStep | null,
): Promise<RunRow> {
  const { store, keys, ids, time, catalogue } = wiring;
  for (let run = first; ;) {
    const at = time.now();
    const change = next(run, at);
    if (change === null) return run;
    const { tenant, id, revision, mac, atomic } = run;
    const { state } = change.run;
    const record = { type: change.type, run: id, atomic, ...actor, catalogue: catalogue.version } as const;
    const answer = await store.changeRun({
      seen: { revision, mac },
      run: change.run,
      inVain: change.inVain ?? [],
      history:
        state === 'finished' || state === 'undone'
          ? chaining(keys, run, at, [{ kind: 'run', run: id, state }])
          : null,
      evidence: evidenceRow(keys, { tenant, id: ids.next(at), at, record }),
    });
    if (answer.kind === 'changed') return change.run;
    // A step has begun, or waits for people, since: the run is not over.
    if (answer.kind === 'busy') return run;
    if (answer.run === null) throw new Tampered('run');
    run = verifiedRun(keys, answer.run);
  }
}

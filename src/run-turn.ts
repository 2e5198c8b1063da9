import { evidenceRow } from './evidence/index.ts';
import type { RunActor } from './evidence/run-record.ts';
import { type EndForRun, turnOf } from './execution/index.ts';
import type { CallRow } from './store/rows.ts';
import type { RunTurn } from './store/store.ts';
import type { Wiring } from './wiring.ts';

/** How the run of a call goes on as the call ends, with the record of it; null where it is a step of none. */
export function turnOfRun(
  { keys, ids, catalogue, time }: Wiring,
  { tenant, run: id }: CallRow,
  end: EndForRun,
  actor: RunActor,
): RunTurn | null {
  if (id === null) return null;
  return {
    id,
    next(found, indeterminate) {
      const turned = turnOf(keys, end, found, indeterminate);
      if (turned === null) return null;
      const { run, type } = turned;
      const at = time.now();
      const record = { type, run: id, atomic: run.atomic, ...actor, catalogue: catalogue.version } as const;
      return { run, evidence: evidenceRow(keys, { tenant, id: ids.next(at), at, record }) };
    },
  };
}

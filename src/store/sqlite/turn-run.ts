import type { CallRow } from '../rows.ts';
import { turned } from '../run-data.ts';
import type { RunTurn } from '../store.ts';
import type { Tables } from './tables.ts';

/** Lets a run go on as one of its calls ends, with the record of it, inside a transaction that somebody else frames. */
export function turn(
  { runs, record }: Pick<Tables, 'runs' | 'record'>,
  call: CallRow,
  going: RunTurn | null,
): void {
  if (going === null) return;
  const next = turned(runs.data(call.tenant, going.id), call, going);
  if (next === null) return;
  runs.put(next.from, next.run);
  record(next.evidence);
}

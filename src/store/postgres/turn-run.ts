import type { CallRow } from '../rows.ts';
import { turned } from '../run-data.ts';
import type { RunTurn } from '../store.ts';
import { Overtaken } from './fault.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * Lets a run go on as one of its calls ends, with the record of it, inside a transaction that somebody else frames and
 * that holds the lock of the run.
 */
export async function turn(
  { runs, record }: Pick<Tables, 'runs' | 'record'>,
  on: On,
  call: CallRow,
  going: RunTurn | null,
): Promise<void> {
  if (going === null) return;
  const next = turned(await runs.data(on, call.tenant, going.id), call, going);
  if (next === null) return;
  if (!(await runs.put(on, next.from, next.run))) throw new Overtaken();
  await record(on, next.evidence);
}

import { BoundaryError } from '../../errors.ts';
import type { CallRow } from '../rows.ts';
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
  const data = await runs.data(on, call.tenant, going.id);
  if (data === null) throw new BoundaryError('store_failed', 'the run of a call is gone');
  const { run, unsettled } = data;
  const others = unsettled.filter(({ state, id, conversation }) => {
    return state === 'indeterminate' && !(id === call.id && conversation === call.conversation);
  });
  const turned = going.next(run, others.length);
  if (turned === null) return;
  if (!(await runs.put(on, run, turned.run))) throw new Overtaken();
  await record(on, turned.evidence);
}

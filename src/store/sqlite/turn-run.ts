import { BoundaryError } from '../../errors.ts';
import type { CallRow } from '../rows.ts';
import type { RunTurn } from '../store.ts';
import type { Tables } from './tables.ts';

/** Lets a run go on as one of its calls ends, with the record of it, inside a transaction that somebody else frames. */
export function turn(
  { runs, record }: Pick<Tables, 'runs' | 'record'>,
  call: CallRow,
  going: RunTurn | null,
): void {
  if (going === null) return;
  const data = runs.data(call.tenant, going.id);
  if (data === null) throw new BoundaryError('store_failed', 'the run of a call is gone');
  const { run, unsettled } = data;
  const others = unsettled.filter(({ state, id, conversation }) => {
    return state === 'indeterminate' && !(id === call.id && conversation === call.conversation);
  });
  const turned = going.next(run, others.length);
  if (turned === null) return;
  runs.put(run, turned.run);
  record(turned.evidence);
}

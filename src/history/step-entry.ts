import type { CallRow } from '../store/rows.ts';
import type { EntryBody } from './entry.ts';

/** The entry of a call that went from one state to another. */
export type StepEntry = Extract<EntryBody, { readonly kind: 'step' }>;

/** What a history says of a call that is admitted; null where it says nothing. Undoing has its place where it ends. */
export function stepBegan({ id, capability, run, chained, undoes }: CallRow): StepEntry | null {
  if (!chained || undoes !== null) return null;
  return { kind: 'step', call: id, capability, run, from: null, to: 'admitted', bound: {} };
}

/**
 * What a history says of a call that ended as `to`; null where it says nothing. `undone`: the step that it undoes. `began`:
 * whether its admission is on record; what is written whole begins for the history when it ends.
 */
export function stepEnded(
  { id, capability, run, chained }: CallRow,
  undone: Pick<CallRow, 'id' | 'capability'> | null,
  to: CallRow['state'],
  began: boolean,
): StepEntry | null {
  if (!chained) return null;
  const step = { kind: 'step', call: id, capability, run, bound: {} } as const;
  if (undone !== null)
    return to === 'completed'
      ? { ...step, call: undone.id, capability: undone.capability, from: 'completed', to: 'undone' }
      : null;
  const from = began ? 'admitted' : null;
  if (to === 'completed') return { ...step, from, to };
  if (to === 'indeterminate') return began ? null : { ...step, from, to: 'admitted' };
  return began ? { ...step, from, to: 'failed' } : null;
}

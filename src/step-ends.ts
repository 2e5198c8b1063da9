import type { Claim } from './admission.ts';
import { type Exit, exits } from './claim/index.ts';
import type { Ended } from './execution/index.ts';
import { boundPrint, boundTo, chaining, type EntryBody } from './history/index.ts';
import { strictCopy } from './json/index.ts';
import type { CallRow } from './store/rows.ts';
import type { Chaining } from './store/store.ts';

type StepEntry = Extract<EntryBody, { readonly kind: 'step' }>;

/** Room for what later calls may have to name of a result. */
const bounds = { depth: 64, nodes: 100_000, bytes: 1_048_576 };

/**
 * The entry of a step that ends, or that this call undoes; null where no rule or run reads it, or nothing is known.
 * `began`: whether its admission is on record; what is written whole begins for the history when it ends.
 */
export function endOfStep(
  { call, verified }: Claim,
  ended: Ended,
  exit: Exit,
  began: boolean,
): Chaining | null {
  const { wiring, undoing } = verified;
  const entry = stepEnd(call, undoing?.step ?? null, exits[exit].call, began);
  if (entry === null) return null;
  const rules = entry.to === 'completed' ? wiring.catalogue.boundRules(call.capability) : [];
  const copy = ended.kind === 'returned' && rules.length > 0 ? strictCopy(ended.value, bounds) : null;
  const bound = copy?.ok ? boundTo(call.capability, copy.value, rules, boundPrint(wiring.keys, call)) : {};
  return chaining(wiring.keys, call, call.at, [{ ...entry, bound }]);
}

/** What a history says of a call that ended as `to`; null where it says nothing. `undone`: the step that it undoes. */
export function stepEnd(
  { id, capability, run, chained }: CallRow,
  undone: Pick<CallRow, 'id' | 'capability'> | null,
  to: CallRow['state'],
  began = true,
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

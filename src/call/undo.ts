import type { KnownCall } from '../claim/index.ts';
import { canonicalText, sameText } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { DecisionData } from '../store/store.ts';
import type { Wiring } from '../wiring.ts';
import type { Asked } from './asked.ts';
import { refuse, type Stop } from './chain.ts';
import type { Recounted } from './history.ts';

/**
 * What undoes a step is what the step declares to be undone by, with the arguments that were fixed when it had happened;
 * the step has happened, and is not undone.
 */
export function undoIsDeclared({
  wiring,
  name,
  undoing,
  received,
  ledger,
  run,
}: Asked & Recounted & { readonly received: JsonObject }): Stop | undefined {
  if (undoing === null) return undefined;
  const { step, plan } = undoing;
  const known = run === null ? undefined : ledger.stepsOf(run).find(({ call }) => call === step.id);
  if (known?.state === 'undone') return refuse('compensation_spent');
  const declared = wiring.catalogue.capabilities.find((one) => one.name === step.capability)?.undo ?? null;
  const same =
    known?.state === 'completed' &&
    known.capability === step.capability &&
    step.state === 'completed' &&
    declared?.with === name &&
    plan.with === name &&
    sameText(canonicalText(plan.arguments), canonicalText(received));
  return same ? undefined : refuse('compensation_mismatch');
}

/**
 * What was undone is not undone twice. An undo that did nothing is tried again under its id, and so is one of which nobody
 * knows the end, where that does nothing twice. null: it is answered like any call.
 */
export function undoneAgain({
  wiring,
  name,
  undoing,
  known,
  data,
}: Asked & { readonly known: KnownCall; readonly data: DecisionData }): { retryOf: string } | Stop | null {
  if (undoing === null) return null;
  if (known.kind === 'replayed') return refuse('compensation_spent');
  if (known.kind === 'failed') return data.call === null ? null : { retryOf: data.call.execution };
  return known.kind === 'indeterminate' && isRetrySafe(wiring, name) ? { retryOf: known.execution } : null;
}

/** Whether a capability, done twice under one execution id, does nothing the second time. */
export function isRetrySafe({ catalogue }: Wiring, capability: string): boolean {
  return catalogue.capabilities.some(({ name, retrySafe }) => name === capability && retrySafe);
}

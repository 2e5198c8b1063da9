import type { Wiring } from '../wiring.ts';
import { isText, misuse } from './misuse.ts';
import type { SessionState } from './session-state.ts';

/** The blinded name of a model response; null: none was named. Throws `context_invalid`. */
export function stepOf({ keys }: Wiring, { context }: SessionState, step: unknown): string | null {
  if (step === undefined || step === null) return null;
  if (!isText(step) || step === '') throw misuse('step is the id of one model response, a text, or left out');
  return keys.blind('countersign/step/v1', context.tenant, step);
}

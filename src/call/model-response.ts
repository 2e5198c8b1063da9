import { canonicalText } from '../json/index.ts';
import type { Wiring } from '../wiring.ts';
import { isText, misuse } from './misuse.ts';
import type { SessionState } from './session-state.ts';

/** The blinded name of a model response; null: none was named. Throws `context_invalid`. */
export function stepOf({ keys }: Wiring, { context }: SessionState, step: unknown): string | null {
  if (step === undefined || step === null) return null;
  if (!isText(step) || step === '') throw misuse('step is the id of one model response, a text, or left out');
  // Hosts count responses: of one number another principal, and another agent, has another response.
  const { tenant, principal, agent } = context;
  return keys.blind('countersign/step/v1', tenant, canonicalText([principal, agent, step]));
}

import { StepFailed } from '../call/chain.ts';
import { factsOn } from '../approval/index.ts';
import type { Executable } from '../capability/index.ts';
import { canonicalText, sameText } from '../json/index.ts';
import type { Target } from '../target/target.ts';
import type { Opened } from './found.ts';

/**
 * Whether the target, as it was loaded just now, has the version and the facts that people were shown. What they would
 * agree to where it has not could never run: the next call asks anew. Facts that throw are a fault, as in a call.
 */
export function stillShown(
  capability: Executable,
  kind: 'confirm' | 'review',
  { content, context }: Opened,
  target: Target<unknown>,
): boolean {
  const declared = capability[kind];
  if (declared === null || content.facts === null || content.target?.version !== target.version) return false;
  try {
    const now = factsOn(declared.facts, { context, input: content.arguments, target: target.value });
    return sameText(canonicalText(now), canonicalText(content.facts));
  } catch (cause) {
    throw new StepFailed('need', cause);
  }
}

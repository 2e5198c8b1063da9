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
  { content, context }: Opened,
  now: {
    readonly capability: Executable | null;
    readonly kind: 'confirm' | 'review';
    /** null where it is gone, or another one than was asked about. */
    readonly target: Target<unknown> | null;
  },
): boolean {
  const { target } = now;
  const declared = now.capability?.[now.kind] ?? null;
  if (declared === null || target === null || content.facts === null) return false;
  if (content.target?.version !== target.version) return false;
  try {
    const shown = factsOn(declared.facts, { context, input: content.arguments, target: target.value });
    return sameText(canonicalText(shown), canonicalText(content.facts));
  } catch (cause) {
    throw new StepFailed('need', cause);
  }
}

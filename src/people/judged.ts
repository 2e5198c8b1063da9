import { refused } from '../acting/refused.ts';
import { StepFailed } from '../call/chain.ts';
import { entitled } from '../call/entitled.ts';
import type { Executable } from '../capability/index.ts';
import { canonicalText, sameText } from '../json/index.ts';
import type { Target } from '../target/target.ts';
import type { Wiring } from '../wiring.ts';
import type { ApproverRefusal } from './approver.ts';
import { type Found, mayKnow, type Opened } from './found.ts';
import { stillShown } from './still-shown.ts';
import type { Viewer } from './viewer.ts';

/** What somebody may do about an approval that has not ended. */
export type Judged =
  | { readonly kind: 'entitled'; readonly person: string; readonly capability: Executable | null }
  /**
   * The target or the capability is not what was asked about, or not as it was shown, so that there is nothing to agree
   * to. Whoever is known as an approver all the same may see it and take it away: it can only expire.
   */
  | { readonly kind: 'unjudged'; readonly person: string }
  | ApproverRefusal;

/**
 * Asks whether somebody may answer, as it is asked again right before the effect. `agree` is about the target and its
 * facts as they are now, whoever may answer; saying no to one's own ask needs none.
 */
export async function judged(
  viewer: Viewer,
  found: Found,
  asked: Opened,
  how: 'agree' | 'withdraw',
): Promise<Judged> {
  const { wiring, tenant, id, person } = viewer;
  const { content, context } = asked;
  const { kind } = found.row;
  const capability = capabilityNow(wiring, asked);
  const aimed = kind === 'review' || how === 'agree';
  const target = aimed && capability !== null ? await targetNow(wiring, capability, content, context) : null;
  const gone = aimed && target === null;
  const answer = await entitled(wiring, {
    capability: capability === null || gone ? { review: null } : capability,
    kind,
    approver: Object.freeze({ tenant, id }),
    about: { context, input: content.arguments, target: target?.value },
  });
  if (answer.ok) {
    const stands = how === 'agree' ? stillShown(asked, { capability, kind, target }) : !gone;
    return { person: answer.person, ...(stands ? { kind: 'entitled', capability } : { kind: 'unjudged' }) };
  }
  if (answer.reason !== 'approver_unauthorized') return refused(answer.reason, answer.cause);
  if (gone && kind === 'review' && person !== null && (viewer.office || found.voted))
    return { kind: 'unjudged', person };
  return refused(mayKnow(viewer, found) ? 'approver_unauthorized' : 'unknown_approval');
}

/**
 * The capability as it was when people were asked: under the same name, version and schema, and within reach of the
 * agent. null where there is none: an approval of it covers nothing that could run. An action of a gateway has neither
 * version nor schema and is answered there.
 */
export function capabilityNow({ catalogue }: Wiring, { content, context }: Opened): Executable | null {
  const { capability: name, version, schema } = content.constants;
  const found = catalogue.find(name, context);
  if (typeof found === 'string') return null;
  return found.version === version && found.schema.digest === schema ? found : null;
}

/** The target as it is now; null where it is gone, or another one than was asked about. */
async function targetNow(
  { inTime }: Wiring,
  { target: source }: Executable,
  { arguments: input, target: asked }: Opened['content'],
  context: Opened['context'],
): Promise<Target<unknown> | null> {
  if (source === null || asked === null) return null;
  try {
    const target = await inTime(() => source.load(context, input));
    if (target === null || target.type !== asked.type) return null;
    return sameText(target.identityText, canonicalText(asked.identity)) ? target : null;
  } catch (cause) {
    throw new StepFailed('load', cause);
  }
}

import type { ReasonCode } from '../decision.ts';
import { canonicalText } from '../json/index.ts';
import { chargesOf, type Meter, watchingLevies } from '../limit/index.ts';
import type { Asked } from './asked.ts';
import type { Answer } from './chain.ts';
import { watching } from './reach.ts';

/** Refusals that say nothing of the call: they come from a deploy or a race, and are held against nobody. */
export const nobodysFault: readonly ReasonCode[] = ['catalogue_stale', 'contended'];
/** Refusals of a target that the model named: not there, or not theirs. */
const ofTheTarget: readonly ReasonCode[] = ['target_not_found', 'unauthorized'];

/**
 * Counts a refusal in the limits that watch refusals, in a transaction of its own; a call that was throttled or met a
 * fault is no refusal. It can only stop the next call: what is asked at the same moment is not seen yet.
 */
export async function countDenial(asked: Asked, answer: Answer): Promise<void> {
  if (answer.kind !== 'refused' || answer.fault === true || nobodysFault.includes(answer.reason)) return;
  const { wiring, session, name, undoing } = asked;
  // Nobody proposed it.
  if (undoing !== null) return;
  const limits = watching(wiring, session, name);
  if (limits.length === 0) return;
  const { context } = session;
  const aim = ofTheTarget.includes(answer.reason) ? aimOf(asked) : null;
  const meters: readonly Meter[] = aim === null ? ['denials'] : ['denials', 'denied_targets'];
  const levies = watchingLevies(wiring.keys, limits, meters, {
    context,
    ...(aim === null ? {} : { mark: aim }),
  });
  const charges = chargesOf(levies, wiring.time.now());
  if (charges.length > 0) {
    await wiring.store.charge({ tenant: context.tenant, charges, how: 'count', evidence: null });
  }
}

/** What was aimed at, blinded: the type of target with the argument that names it, or with all of them. */
function aimOf({ wiring, session, name, reading }: Asked): string | null {
  const found = wiring.catalogue.find(name, session.context);
  if (typeof found === 'string' || found.target === null || !reading.ok) return null;
  const { type, argument } = found.target;
  // A record that answers to 2 answers to "2": targets take their ids as text.
  const id = argument === null ? reading.value : (reading.value[argument] ?? null);
  const named = typeof id === 'number' ? `${id}` : id;
  const { tenant } = session.context;
  return wiring.keys.blind('countersign/denied-target/v1', tenant, canonicalText([type, named]));
}

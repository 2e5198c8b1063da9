import { type Admissible, admissible, type Claim, claimOf } from '../admission.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { Outcome } from '../outcome.ts';
import { check, reverify, type Verified } from '../pipeline.ts';
import { notAdmitted } from './admitted.ts';
import type { Asked } from './asked.ts';
import { Stopped } from './chain.ts';
import { answered, decide } from './decide.ts';
import { perform } from './effect.ts';
import { pseudonymsOf } from './pseudonyms.ts';
import { transact } from './transact.ts';

/** How often a call is checked again because something that the checks relied on moved, before it is `contended`. */
const again = 3;

/**
 * One call, from the ask to its outcome: check, re-verify, admit, effect, settle. Refusals are recorded before they
 * are answered. Throws `DecisionUnavailable` where nothing could decide (nothing ran), `SettlementFailed` where the
 * effect could not be recorded, and a `store_*` error where the store failed before anything ran.
 */
export async function call(asked: Asked): Promise<Outcome> {
  for (let round = 0; round <= again; round += 1) {
    const proposed: Asked = round === 0 ? asked : { ...asked, proposal: 'counted' };
    const verified = await decide('check', asked, () => verify(proposed));
    if (verified instanceof Stopped) return answered(asked, verified);
    const outcome = await take(verified);
    if (outcome !== 'again') return outcome;
  }
  return answered(asked, new Stopped('admission', { kind: 'refused', reason: 'contended' }));
}

function verify(asked: Asked): Awaitable<Verified | Stopped> {
  return andThen(check.run(asked), (checked) =>
    checked instanceof Stopped ? checked : reverify.run(checked),
  );
}

/** Takes the call and runs it: a read by itself, a transaction whole, anything else once it is admitted. */
async function take(verified: Verified): Promise<Outcome | 'again'> {
  const { capability, levies, wiring } = verified;
  const pseudonyms = await decide('admission', verified, () => pseudonymsOf(wiring, verified.session));
  if (capability.effect === 'read' && capability.once === null && levies.length === 0)
    return perform(claimOf(verified, pseudonyms));
  const asked = admissible(verified, pseudonyms);
  if (capability.transactional) return transact(asked);
  const taken = await decide('admission', verified, () => admit(asked));
  if (taken === 'again') return 'again';
  return taken instanceof Stopped ? answered(verified, taken) : perform(taken);
}

function admit({ claim, admission }: Admissible): Awaitable<Claim | Stopped | 'again'> {
  const { verified } = claim;
  return andThen(verified.wiring.store.admit(admission), (answer) =>
    answer.kind === 'admitted' ? claim : notAdmitted(verified, answer),
  );
}

import { admit, type Claim, claimOf } from '../admission.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { Outcome } from '../outcome.ts';
import { check, duplicateOf, reverify, type Verified } from '../pipeline.ts';
import type { Asked } from './asked.ts';
import { Stopped } from './chain.ts';
import { answered, decide } from './decide.ts';
import { perform } from './effect.ts';
import { movedTo } from './moved-call.ts';
import { pseudonymsOf } from './pseudonyms.ts';

/** How often a call is checked again because something that the checks relied on moved, before it is `contended`. */
const again = 3;

/**
 * One call, from the ask to its outcome: check, re-verify, admit, effect, settle. Refusals are recorded before they
 * are answered. Throws `DecisionUnavailable` where nothing could decide (nothing ran), `SettlementFailed` where the
 * effect could not be recorded, and a `store_*` error where the store failed before anything ran.
 */
export async function call(asked: Asked): Promise<Outcome> {
  for (let round = 0; round <= again; round += 1) {
    const verified = await decide('check', asked, () => verify(asked));
    if (verified instanceof Stopped) return answered(asked, verified);
    const taken = await decide('admission', asked, () => take(verified));
    if (taken instanceof Stopped) return answered(asked, taken);
    if (taken !== 'again') return perform(taken);
  }
  return answered(asked, new Stopped('admission', { kind: 'refused', reason: 'contended' }));
}

function verify(asked: Asked): Awaitable<Verified | Stopped> {
  return andThen(check.run(asked), (checked) =>
    checked instanceof Stopped ? checked : reverify.run(checked),
  );
}

/** Takes the call: a read by itself, anything else through admission. */
function take(verified: Verified): Awaitable<Claim | Stopped | 'again'> {
  return andThen(
    pseudonymsOf(verified.wiring, verified.session),
    (pseudonyms): Awaitable<Claim | Stopped | 'again'> => {
      const { effect, once } = verified.capability;
      if (effect === 'read' && once === null) return claimOf(verified, pseudonyms);
      return andThen(admit(verified, pseudonyms), ({ answer, claim }) => {
        switch (answer.kind) {
          case 'admitted':
            return claim;
          case 'moved':
            return 'again';
          case 'call_moved':
            return answer.call === null ? 'again' : movedTo(verified, answer.call);
          case 'held':
            return new Stopped(
              'operation',
              duplicateOf(verified.wiring, answer.holder, verified.data.now).answer,
            );
        }
      });
    },
  );
}

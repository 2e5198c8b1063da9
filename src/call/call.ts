import { admissible, type Claim, claimOf } from '../admission.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { Outcome } from '../outcome.ts';
import { readsHistory } from '../history/index.ts';
import { check, foresee, reverify, type Verified } from '../pipeline.ts';
import { type Again, notAdmitted } from './admitted.ts';
import { askPeople } from './ask-people.ts';
import type { Asked } from './asked.ts';
import { Stopped } from './chain.ts';
import { answered, decide } from './decide.ts';
import { perform } from './effect.ts';
import { type Pseudonyms, pseudonymsOf } from './pseudonyms.ts';
import { transact } from './transact.ts';

/** How often a call is checked again because something that the checks relied on moved, before it is `contended`. */
const again = 3;
/** How often it is checked again because it waited for others so long that its time had passed. */
const later = 20;

/**
 * One call, from the ask to its outcome: check, re-verify, admit, effect, settle. Refusals are recorded before they
 * are answered. Throws `DecisionUnavailable` where nothing could decide (nothing ran), `SettlementFailed` where the
 * effect could not be recorded, and a `store_*` error where the store failed before anything ran.
 */
export async function call(asked: Asked): Promise<Outcome> {
  const left = { again, later };
  for (let now = asked; left.again >= 0 && left.later >= 0; now = counted(asked)) {
    const outcome = await goOn(asked, await upToAdmission(now));
    if (typeof outcome !== 'string') return outcome;
    left[outcome] -= 1;
  }
  return answered(asked, new Stopped('admission', { kind: 'refused', reason: 'contended' }));
}

async function stoppedAt(asked: Asked, stopped: Stopped): Promise<Outcome | 'again'> {
  if (stopped.answer.kind !== 'ask') return answered(asked, stopped);
  const { asking } = stopped.answer;
  // Nobody is asked in vain: what limits and other calls would refuse is refused now.
  const room = await decide('check', asked, () => foresee.run(asking));
  return room instanceof Stopped ? answered(asked, room) : askPeople(asking);
}

function verify(asked: Asked): Awaitable<Verified | Stopped> {
  return andThen(check.run(asked), (checked) =>
    checked instanceof Stopped ? checked : reverify.run(checked),
  );
}

/** A call that is taken, or that its own transaction will take; where it stopped; or that it has to be checked again. */
type Taken = Claim | { readonly transaction: Verified } | Stopped | Again;

function goOn(asked: Asked, taken: Taken): Promise<Outcome | Again> | Again {
  if (typeof taken === 'string') return taken;
  if (taken instanceof Stopped) return stoppedAt(asked, taken);
  return 'transaction' in taken ? inTurn(taken.transaction) : perform(taken);
}

/**
 * Checks, re-verifies and admits. Calls that read which steps were before them, whether their caller may take part, or
 * what a person answered, do so one after the other in a conversation: they would only make one another check again. Nobody
 * waits for their effects.
 */
async function upToAdmission(asked: Asked): Promise<Taken> {
  const { wiring, name, session } = asked;
  const found = wiring.catalogue.find(name, session.context);
  const reads = typeof found !== 'string' && !found.transactional;
  const ordered = reads && (session.guest !== null || readsHistory(found.sequence));
  if (ordered) return inConversation(asked, () => checked(asked, admitted));
  return checked(asked, (verified) => {
    if (verified.capability.transactional) return { transaction: verified };
    if (verified.held === null) return admitted(verified);
    // Whoever had to wait is checked again: others have been admitted meanwhile.
    return inConversation(asked, (waited) =>
      waited ? checked(counted(asked), admitted) : admitted(verified),
    );
  });
}

function inConversation(asked: Asked, work: (waited: boolean) => Promise<Taken>): Promise<Taken> {
  const { tenant, owner, conversation } = asked.key;
  return asked.wiring.conversations.take(JSON.stringify([tenant, owner, conversation]), work);
}

async function checked(asked: Asked, next: (verified: Verified) => Awaitable<Taken>): Promise<Taken> {
  const verified = await decide('check', asked, () => verify(asked));
  return verified instanceof Stopped ? verified : next(verified);
}

/** A read that nothing counts, orders or was asked about leaves no claim; anything else is admitted. */
function admitted(verified: Verified): Promise<Taken> {
  const { capability, levies, held } = verified;
  const isAdmitted =
    capability.effect === 'write' ||
    capability.once !== null ||
    levies.length > 0 ||
    readsHistory(capability.sequence) ||
    // What people agreed to is used up, which admission alone can do.
    (held?.live ?? null) !== null;
  return decide('admission', verified, () => (isAdmitted ? admit(verified) : claimed(verified, claimOf)));
}

function admit(verified: Verified): Awaitable<Claim | Stopped | Again> {
  return andThen(claimed(verified, admissible), ({ claim, admission }) =>
    andThen(verified.wiring.store.admit(admission), (answer) =>
      answer.kind === 'admitted' ? claim : notAdmitted(verified, answer),
    ),
  );
}

/**
 * Runs a transaction once those before it are over. What was checked before the wait is checked again after it, so that
 * nobody acts on a right, a target or a time of before.
 */
function inTurn(verified: Verified): Promise<Outcome | Again> {
  return verified.wiring.transactions.take(async (waited) => {
    const now = waited ? await decide('check', verified, () => verify(counted(verified))) : verified;
    if (now instanceof Stopped) return stoppedAt(verified, now);
    return transact(await decide('admission', now, () => claimed(now, admissible)));
  });
}

function claimed<T>(
  verified: Verified,
  make: (verified: Verified, pseudonyms: Pseudonyms) => T,
): Awaitable<T> {
  return andThen(pseudonymsOf(verified.wiring, verified.session), (pseudonyms) => make(verified, pseudonyms));
}

/** The same call, asked again: nothing that was found out about it stays, and its proposal is not counted again. */
function counted(asked: Asked): Asked {
  const { wiring, session, name, raw, reading, callId, key, step, run, undoing } = asked;
  return { wiring, session, name, raw, reading, callId, key, step, run, undoing, proposal: 'counted' };
}

import type { Admissible, Claim } from '../admission.ts';
import type { Awaitable } from '../awaitable.ts';
import { callVerifies } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import type { Ended } from '../execution/index.ts';
import type { Outcome } from '../outcome.ts';
import { finish, settle, settlementOf } from '../settlement.ts';
import type { CallRow } from '../store/rows.ts';
import type { Transacted } from '../store/store.ts';
import { notAdmitted } from './admitted.ts';
import { answered, decide } from './decide.ts';
import { finished, outcome, run, unrecorded } from './effect.ts';

/**
 * Admits, executes and settles in one transaction of the store: an effect inside that database happens exactly once,
 * with its evidence, or not at all. An executor that throws or takes too long leaves nothing behind. Where the commit
 * was lost, the call row says whether it happened.
 */
export async function transact({ claim, admission }: Admissible): Promise<Outcome | 'again'> {
  const { verified } = claim;
  const { wiring, capability } = verified;
  const ran: { ended: Ended | null } = { ended: null };
  const effect = async (tx: unknown) => {
    const ended = await wiring.calls.transaction(() => run(claim, capability.deadline, tx));
    ran.ended = ended;
    return ended.kind === 'returned' ? settlementOf(claim, ended) : null;
  };
  const answer = await attempted(() => wiring.store.transact(admission, effect));
  const { ended } = ran;
  if (answer.kind === 'lost') return lost(claim, ended, answer.error);
  if (answer.kind === 'settled' || answer.kind === 'undone' || answer.kind === 'broken') {
    if (ended === null) throw new TypeError('a transaction is over only after its executor');
    if (answer.kind === 'broken') return broken(claim, ended);
    return answer.kind === 'settled' ? outcome(claim, ended) : finished(claim, ended);
  }
  const stopped = await decide('admission', verified, () => notAdmitted(verified, answer));
  return stopped === 'again' ? 'again' : answered(verified, stopped);
}

type Lost = { readonly kind: 'lost'; readonly error: unknown };

async function attempted(work: () => Awaitable<Transacted>): Promise<Transacted | Lost> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'lost', error };
  }
}

/** Whether a transaction that ended in an error was committed all the same. Where its executor did not run it was not. */
async function lost(claim: Claim, ended: Ended | null, error: unknown): Promise<Outcome> {
  if (ended === null)
    return decide('admission', claim.verified, () => {
      throw error;
    });
  const call = await rowOf(claim, ended, error);
  if (call?.execution === claim.call.execution && call.state === 'completed') return outcome(claim, ended);
  return finished(claim, { kind: 'threw', error, duration: ended.duration });
}

/**
 * The executor ended the transaction itself, so what it did is in nobody's hands: it may have happened, and is recorded
 * as that, whether or not it committed the claim. It is never told as done.
 */
async function broken(claim: Claim, ended: Ended): Promise<Outcome> {
  const cause = new Error('the executor ended the transaction that it was given');
  const call = await rowOf(claim, ended, cause);
  try {
    const own = call?.execution === claim.call.execution && call.state === 'claimed';
    await (own ? settle(claim, ended, 'unknown') : finish(claim, ended, 'unknown'));
  } catch (error) {
    throw unrecorded(claim, ended, new AggregateError([cause, error]), 'unknown');
  }
  throw unrecorded(claim, ended, cause, 'unknown');
}

/** The call row as it is after the transaction. Where it cannot be read, nobody knows what happened. */
async function rowOf(claim: Claim, ended: Ended, error: unknown): Promise<CallRow | null> {
  const { wiring, key, catalogueRow } = claim.verified;
  let call: CallRow | null;
  try {
    ({ call } = await wiring.store.loadForDecision(key, catalogueRow.version));
  } catch (unreadable) {
    throw unrecorded(claim, ended, new AggregateError([error, unreadable]), 'unknown');
  }
  if (call === null || callVerifies(wiring.keys, call)) return call;
  throw unrecorded(claim, ended, new Tampered('call'), 'unknown');
}

import type { Admissible, Claim } from '../admission.ts';
import type { Awaitable } from '../awaitable.ts';
import { callVerifies } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import type { Ended } from '../execution/index.ts';
import type { Outcome } from '../outcome.ts';
import { settlementOf } from '../settlement.ts';
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
  const ran: { ended: Ended } = { ended: { kind: 'not_performed', duration: 0 } };
  const effect = async (tx: unknown) => {
    ran.ended = await wiring.calls.transaction(() => run(claim, capability.deadline, tx));
    return ran.ended.kind === 'returned' ? settlementOf(claim, ran.ended) : null;
  };
  const answer = await attempted(() => wiring.store.transact(admission, effect));
  const { ended } = ran;
  switch (answer.kind) {
    case 'settled':
      return outcome(claim, ended);
    case 'undone':
      return finished(claim, ended);
    case 'broken':
      throw unrecorded(claim, ended, endedByExecutor(), ended.kind === 'returned' ? 'happened' : 'unknown');
    case 'lost':
      return lost(claim, ended, answer.error);
    default: {
      const stopped = await decide('admission', verified, () => notAdmitted(verified, answer));
      return stopped === 'again' ? 'again' : answered(verified, stopped);
    }
  }
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
async function lost(claim: Claim, ended: Ended, error: unknown): Promise<Outcome> {
  const { wiring, key, catalogueRow } = claim.verified;
  if (ended.kind === 'not_performed')
    return decide('admission', claim.verified, () => Promise.reject(error as Error));
  let call: CallRow | null;
  try {
    ({ call } = await wiring.store.loadForDecision(key, catalogueRow.version));
  } catch (unreadable) {
    throw unrecorded(claim, ended, new AggregateError([error, unreadable]), 'unknown');
  }
  if (call !== null && !callVerifies(wiring.keys, call))
    throw unrecorded(claim, ended, new Tampered('call'), 'unknown');
  if (call?.execution === claim.call.execution && call.state === 'completed') return outcome(claim, ended);
  return finished(claim, { kind: 'threw', error, duration: ended.duration });
}

function endedByExecutor(): Error {
  return new Error('the executor ended the transaction that it was given');
}

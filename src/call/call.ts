import { admit, type Claim, claimOf } from '../admission.ts';
import type { Asked } from './asked.ts';
import { named, outcomeOf } from './answer.ts';
import { andThen, type Awaitable, isThenable } from '../awaitable.ts';
import { Stopped } from './chain.ts';
import { callVerifies, knownCall } from '../claim/index.ts';
import { SettlementFailed, Tampered } from '../errors.ts';
import { type Ended, execute } from '../execution/index.ts';
import { faultOf } from './fault.ts';
import type { Outcome } from '../outcome.ts';
import { check, duplicateOf, reverify, type Verified } from '../pipeline.ts';
import { reportFault, reportStopped } from './reporting.ts';
import { finishRead, type Over, recordDeadline, settle } from '../settlement.ts';
import type { CallRow } from '../store/rows.ts';
import type { Settled } from '../store/store.ts';
import { witnessOf } from './witness.ts';

/** How often a call is checked again because something that the checks relied on moved, before it is `contended`. */
const attempts = 3;

/**
 * One call, from the ask to its outcome: check, re-verify, admit, effect, settle. Refusals are recorded before they
 * are answered. Throws `DecisionUnavailable` where nothing could decide (nothing ran), `SettlementFailed` where the
 * effect could not be recorded, and a `store_*` error where the store failed before anything ran.
 */
export async function call(asked: Asked): Promise<Outcome> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const verified = await decide(asked, () => verify(asked));
    if (verified instanceof Stopped) return answered(asked, verified);
    const taken = await decide(asked, () => take(verified));
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
    witnessOf(verified.wiring, verified.session),
    (witness): Awaitable<Claim | Stopped | 'again'> => {
      const { effect, once } = verified.capability;
      if (effect === 'read' && once === null) return claimOf(verified, witness);
      return andThen(admit(verified, witness), ({ answer, claim }) => {
        switch (answer.kind) {
          case 'admitted':
            return claim;
          case 'moved':
            return 'again';
          case 'call_moved':
            return answer.call === null ? 'again' : movedTo(verified, answer.call);
          case 'held':
            return new Stopped('once', duplicateOf(verified.wiring, answer.holder, verified.data.now).answer);
        }
      });
    },
  );
}

/** The known-call table, for a row that another request wrote while this one was checked. */
function movedTo(verified: Verified, row: CallRow): Stopped | 'again' {
  const { wiring, name, fingerprint, data } = verified;
  if (!callVerifies(wiring.keys, row)) throw new Tampered('call');
  const known = knownCall(row, { capability: name, arguments: fingerprint }, data.now);
  if (known.kind === 'open') return 'again';
  if (known.kind === 'reused') return new Stopped('call-id', { kind: 'refused', reason: 'call_id_reused' });
  return new Stopped('known-call', { kind: 'known', known });
}

async function perform(claim: Claim): Promise<Outcome> {
  const { verified, call } = claim;
  const { wiring, session, capability, input, refreshed } = verified;
  const seen = { context: session.context, input, target: refreshed?.value, executionId: call.execution };
  const ended = await execute(wiring.clock, capability.deadline, (signal) =>
    capability.execute({ ...seen, signal }),
  );
  if (ended.kind !== 'deadline') return settled(claim, ended);
  if (claim.previous === null)
    return settled(claim, { kind: 'threw', error: undefined, duration: ended.duration });
  await deadlinePassed(claim, ended);
  return { kind: 'indeterminate', ...named(verified, 'indeterminate'), executionId: call.execution };
}

/** Past its deadline a claim reads as indeterminate by itself; an executor that ends after all still settles it. */
async function deadlinePassed(claim: Claim, ended: Extract<Ended, { kind: 'deadline' }>): Promise<void> {
  const { unrecorded } = claim.verified.wiring;
  void ended.late.then((over) => settle(claim, over)).catch(unrecorded);
  try {
    await recordDeadline(claim, ended.duration);
  } catch (error) {
    unrecorded(error);
  }
}

/** Records how an execution ended, and answers with it. What happened and cannot be recorded is thrown. */
async function settled(claim: Claim, over: Over): Promise<Outcome> {
  const { verified, call } = claim;
  const output = over.kind === 'returned' ? over.value : undefined;
  const isRead = claim.previous === null;
  let answer: Settled;
  try {
    answer = await (isRead ? finishRead(claim, over) : settle(claim, over));
  } catch (cause) {
    throw new SettlementFailed(call.execution, output, { cause });
  }
  if (answer.kind === 'moved' && isRead && answer.call !== null) {
    const moved = movedTo(verified, answer.call);
    if (moved !== 'again') return answered(verified, moved);
  }
  if (answer.kind === 'moved' && over.kind === 'returned') throw new SettlementFailed(call.execution, output);
  return ended(claim, over);
}

function ended({ verified, call, previous }: Claim, over: Over): Outcome {
  const executionId = call.execution;
  if (over.kind === 'returned') {
    return {
      kind: 'executed',
      ...named(verified, 'executed'),
      value: over.value,
      permit: 'allowed',
      executionId,
      actionDigest: verified.action.digest,
    };
  }
  const cause = over.kind === 'threw' ? over.error : undefined;
  return over.kind === 'threw' && previous !== null
    ? withCause({ kind: 'indeterminate', ...named(verified, 'indeterminate'), executionId }, cause)
    : withCause({ kind: 'failed', ...named(verified, 'failed') }, cause);
}

// Not enumerable: what an executor threw may hold anything, and outcomes are printed and sent to models.
function withCause<O extends Outcome>(outcome: O, cause: unknown): O {
  return Object.defineProperty(outcome, 'cause', { value: cause, enumerable: false });
}

/** Records why a call went no further, then answers it. */
async function answered(asked: Asked, stopped: Stopped): Promise<Outcome> {
  return decide(asked, async () => {
    const reported = reportStopped(asked, stopped);
    if (isThenable(reported)) await reported;
    return outcomeOf(asked, stopped);
  });
}

/** Runs what decides. A fault is recorded as one, and thrown: where nothing can decide, nothing runs. */
async function decide<T>(asked: Asked, work: () => Awaitable<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const fault = faultOf(thrown);
    // The fault is thrown whether or not it can be recorded: what broke may be what records.
    try {
      await reportFault(asked, fault.step, fault.code);
    } catch (unrecorded) {
      asked.wiring.unrecorded(unrecorded);
    }
    throw fault.error;
  }
}

import type { Claim } from '../admission.ts';
import { callVerifies } from '../claim/index.ts';
import { type EffectKnown, SettlementFailed, Tampered } from '../errors.ts';
import { type Ended, execute, type Over } from '../execution/index.ts';
import type { Outcome } from '../outcome.ts';
import { finish, recordDeadline, recordDropped, settle } from '../settlement.ts';
import type { Settled } from '../store/store.ts';
import { named, withCause } from './answer.ts';
import { answered, decide } from './decide.ts';
import { movedTo } from './moved-call.ts';
import { reportFault } from './reporting.ts';

/**
 * Runs the executor of an admitted call under its deadline, settles it and answers. What was thrown is kept for
 * operators and never printed; an end that could not be recorded is thrown as `SettlementFailed`.
 */
export async function perform(claim: Claim): Promise<Outcome> {
  const ended = await executed(claim);
  if (claim.previous === null) return read(claim, ended);
  if (ended.kind !== 'deadline') return written(claim, ended);
  await deadlinePassed(claim, ended);
  return outcome(claim, ended);
}

async function executed({ verified, call }: Claim): Promise<Ended> {
  const { wiring, session, capability, input, refreshed } = verified;
  // Admission may have waited for others: what it left of the deadline is what the executor has.
  const left = call.deadline - wiring.time.now();
  if (left <= 0) return { kind: 'not_performed', duration: 0 };
  const seen = { context: session.context, input, target: refreshed?.value, executionId: call.execution };
  return execute(wiring.clock, left, (signal) => capability.execute(executing(seen, signal)));
}

/** What the executor is given. The signal is made when it is asked for: most executors never do. */
function executing<S extends object>(
  seen: S,
  signal: () => AbortSignal,
): S & { readonly signal: AbortSignal } {
  return Object.freeze({
    ...seen,
    get signal() {
      return signal();
    },
  });
}

/** Settles what was admitted. Somebody may have resolved the claim meanwhile: then that stands, and is not undone. */
async function written(claim: Claim, over: Over): Promise<Outcome> {
  const settled = await recorded(claim, over, () => settle(claim, over));
  if (settled.kind === 'settled') return outcome(claim, over);
  const { verified } = claim;
  if (settled.call === null || !callVerifies(verified.wiring.keys, settled.call)) {
    await reportFault(verified, 'settle', 'state_tampered');
    throw unrecorded(claim, over, new Tampered('call'));
  }
  if (over.kind === 'returned') throw unrecorded(claim, over);
  return outcome(claim, over);
}

/** Records a read. Where its call id was taken meanwhile, what was recorded first is the answer. */
async function read(claim: Claim, ended: Ended): Promise<Outcome> {
  const finished = await recorded(claim, ended, () => finish(claim, ended));
  const { call } = finished.kind === 'moved' ? finished : { call: null };
  if (call === null) return outcome(claim, ended);
  await recordDropped(claim, ended);
  const moved = await decide('answer', claim.verified, () => movedTo(claim.verified, call));
  return moved === 'again' ? outcome(claim, ended) : answered(claim.verified, moved);
}

/** Past its deadline a claim reads as indeterminate by itself; an executor that ends after all still settles it. */
async function deadlinePassed(claim: Claim, ended: Extract<Ended, { kind: 'deadline' }>): Promise<void> {
  const { unrecorded: report } = claim.verified.wiring;
  void ended.late.then((over) => written(claim, over)).catch(report);
  try {
    await recordDeadline(claim, ended.duration);
  } catch (error) {
    report(error);
  }
}

async function recorded(
  claim: Claim,
  ended: Ended,
  record: () => Settled | PromiseLike<Settled>,
): Promise<Settled> {
  try {
    return await record();
  } catch (cause) {
    throw unrecorded(claim, ended, cause);
  }
}

function unrecorded({ call, verified }: Claim, ended: Ended, cause?: unknown): SettlementFailed {
  const happened: EffectKnown = ended.kind === 'returned' ? 'happened' : 'unknown';
  const nothing = verified.capability.effect === 'read' || ended.kind === 'not_performed';
  const effect = nothing ? 'none' : happened;
  const output = ended.kind === 'returned' ? ended.value : undefined;
  const causes = ended.kind === 'threw' ? new AggregateError([ended.error, cause]) : cause;
  return new SettlementFailed({ id: call.execution, effect, output }, { cause: causes });
}

function outcome({ verified, call }: Claim, ended: Ended): Outcome {
  const executionId = call.execution;
  if (ended.kind === 'returned') {
    const actionDigest = verified.action.digest;
    const { value } = ended;
    return {
      kind: 'executed',
      ...named(verified, 'executed'),
      value,
      permit: 'allowed',
      executionId,
      actionDigest,
    };
  }
  const cause = ended.kind === 'threw' ? ended.error : undefined;
  return verified.capability.effect === 'read' || ended.kind === 'not_performed'
    ? withCause({ kind: 'failed', ...named(verified, 'failed') }, cause)
    : withCause({ kind: 'indeterminate', ...named(verified, 'indeterminate'), executionId }, cause);
}

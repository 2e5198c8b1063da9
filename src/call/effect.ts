import type { Claim } from '../admission.ts';
import { callVerifies, exits } from '../claim/index.ts';
import { type EffectKnown, SettlementFailed, Tampered } from '../errors.ts';
import { type Ended, execute } from '../execution/index.ts';
import type { Outcome } from '../outcome.ts';
import { exitOf, finish, recordDeadline, recordDropped, settle } from '../settlement.ts';
import type { Settled } from '../store/store.ts';
import { named, withCause } from './answer.ts';
import { answered, decide } from './decide.ts';
import { movedTo } from './moved-call.ts';
import { reportFault } from './reporting.ts';

/**
 * Runs the executor of a taken call under its deadline, settles it and answers. What was thrown is kept for operators
 * and never printed; an end that could not be recorded is thrown as `SettlementFailed`.
 */
export async function perform(claim: Claim): Promise<Outcome> {
  const ended = await executed(claim);
  if (claim.previous === null) return finished(claim, ended);
  if (ended.kind !== 'deadline' || exitOf(claim, ended) !== 'unknown') return settled(claim, ended);
  await deadlinePassed(claim, ended);
  return outcome(claim, ended);
}

async function executed(claim: Claim): Promise<Ended> {
  const { verified, call } = claim;
  // Admission may have waited for others: what it left of the deadline is what the executor has.
  const left = call.deadline - verified.wiring.time.now();
  return left <= 0 ? { kind: 'not_performed', duration: 0 } : run(claim, left);
}

/** Runs the executor for at most `left` milliseconds. `tx` is the transaction that it runs in, where it does. */
export function run({ verified, call }: Claim, left: number, tx?: unknown): Promise<Ended> {
  const { wiring, session, capability, input, refreshed } = verified;
  const { context } = session;
  const given = { context, input, target: refreshed?.value, executionId: call.execution, tx };
  return execute(wiring.clock, left, (signal) => capability.execute(executing(given, signal)));
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
async function settled(claim: Claim, ended: Ended): Promise<Outcome> {
  const answer = await recorded(claim, ended, () => settle(claim, ended));
  if (answer.kind === 'settled') return outcome(claim, ended);
  const { verified } = claim;
  if (answer.call === null || !callVerifies(verified.wiring.keys, answer.call)) {
    await reportFault(verified, 'settle', 'state_tampered');
    throw unrecorded(claim, ended, new Tampered('call'));
  }
  if (ended.kind === 'returned') throw unrecorded(claim, ended);
  return outcome(claim, ended);
}

/**
 * Records a call that left no claim: a read, or a transaction that was undone. Where its call id was taken meanwhile,
 * what was recorded first is the answer.
 */
export async function finished(claim: Claim, ended: Ended): Promise<Outcome> {
  const answer = await recorded(claim, ended, () => finish(claim, ended));
  const { call } = answer.kind === 'moved' ? answer : { call: null };
  if (call === null) return outcome(claim, ended);
  await recordDropped(claim, ended);
  const moved = await decide('answer', claim.verified, () => movedTo(claim.verified, call));
  return moved === 'again' ? outcome(claim, ended) : answered(claim.verified, moved);
}

/** Past its deadline a claim reads as indeterminate by itself; an executor that ends after all still settles it. */
async function deadlinePassed(claim: Claim, ended: Extract<Ended, { kind: 'deadline' }>): Promise<void> {
  const { unrecorded: report } = claim.verified.wiring;
  void ended.late.then((over) => settled(claim, over)).catch(report);
  try {
    await recordDeadline(claim, ended);
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

/** The error that says what is known of an effect which could not be recorded, with what the executor returned. */
export function unrecorded(
  claim: Claim,
  ended: Ended,
  cause?: unknown,
  effect: EffectKnown = effectOf(claim, ended),
): SettlementFailed {
  const output = ended.kind === 'returned' ? ended.value : undefined;
  const causes = ended.kind === 'threw' ? new AggregateError([ended.error, cause]) : cause;
  return new SettlementFailed({ id: claim.call.execution, effect, output }, { cause: causes });
}

function effectOf(claim: Claim, ended: Ended): EffectKnown {
  if (claim.verified.capability.effect === 'read') return 'none';
  const { call } = exits[exitOf(claim, ended)];
  if (call === 'failed') return 'none';
  return call === 'completed' ? 'happened' : 'unknown';
}

/** What the caller is told of an execution that is on record. */
export function outcome(claim: Claim, ended: Ended): Outcome {
  const { verified, call, facts } = claim;
  const executionId = call.execution;
  if (ended.kind === 'returned') {
    const actionDigest = verified.action.digest;
    const { value } = ended;
    return {
      kind: 'executed',
      ...named(verified, 'executed'),
      value,
      permit: facts.permit,
      executionId,
      actionDigest,
    };
  }
  const cause = ended.kind === 'threw' ? ended.error : undefined;
  return exits[exitOf(claim, ended)].call === 'failed'
    ? withCause({ kind: 'failed', ...named(verified, 'failed') }, cause)
    : withCause({ kind: 'indeterminate', ...named(verified, 'indeterminate'), executionId }, cause);
}

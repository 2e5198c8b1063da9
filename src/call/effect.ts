import type { Claim } from '../admission.ts';
import { SettlementFailed } from '../errors.ts';
import { type Ended, execute, type Over } from '../execution/index.ts';
import type { Outcome } from '../outcome.ts';
import { finishRead, recordDeadline, settle } from '../settlement.ts';
import type { Settled } from '../store/store.ts';
import { named } from './answer.ts';
import { answered } from './decide.ts';
import { movedTo } from './moved-call.ts';

/**
 * Runs the executor of an admitted call under its deadline, settles it and answers. What was thrown is kept for
 * operators and never printed; an effect that could not be recorded is thrown as `SettlementFailed`.
 */
export async function perform(claim: Claim): Promise<Outcome> {
  const { verified, call } = claim;
  const { wiring, session, capability, input, refreshed } = verified;
  const seen = { context: session.context, input, target: refreshed?.value, executionId: call.execution };
  const ended = await execute(wiring.clock, capability.deadline, (signal) =>
    capability.execute(executing(seen, signal)),
  );
  if (ended.kind !== 'deadline') return settled(claim, ended);
  if (claim.previous === null)
    return settled(claim, { kind: 'threw', error: undefined, duration: ended.duration });
  await deadlinePassed(claim, ended);
  return { kind: 'indeterminate', ...named(verified, 'indeterminate'), executionId: call.execution };
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

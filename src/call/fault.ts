import type { Awaitable } from '../awaitable.ts';
import { BoundaryError, DecisionUnavailable, Tampered } from '../errors.ts';
import { KeyFault } from '../json/index.ts';
import { StepFailed } from './chain.ts';

/** A failure while deciding, sorted: what failed, where, and what the caller is told. */
export interface Fault {
  readonly step: string;
  readonly code: 'decision_unavailable' | 'state_tampered';
  readonly error: DecisionUnavailable;
}

/** Where our own store is asked. Elsewhere an error with a store's code is the application's, from a store of its own. */
const asksTheStore: readonly string[] = [
  'load-decision',
  'meters',
  'limits',
  'operation',
  'answers',
  'ask',
  'admission',
  'enter',
  'answer',
  'operator',
  'run',
  'approver',
  'gateway',
];

/**
 * Sorts what was thrown while deciding. What our own store threw already says what it is and is thrown on; anything
 * else is a fault of the step it came from, whatever the application threw. A bad MAC is a fault, never a decision.
 */
export function faultOf(thrown: unknown, at: string): Fault {
  const { step, cause } = thrown instanceof StepFailed ? thrown : { step: at, cause: thrown };
  const ours = asksTheStore.includes(step);
  if (ours && cause instanceof BoundaryError && isOfTheStore(cause)) throw cause;
  // What undoes a step is a call, whose faults are sorted and on record.
  if (ours && cause instanceof DecisionUnavailable) throw cause;
  const edited = isTampering(cause);
  const code = edited ? 'state_tampered' : 'decision_unavailable';
  const message =
    step === 'run'
      ? 'what has become of the run could not be worked out: ask for it again'
      : `nothing was decided and nothing ran: the step "${step}" failed`;
  return { step, code, error: new DecisionUnavailable(code, message, { cause }) };
}

/**
 * Runs what decides; `step` names it where no link of a chain does. A fault is recorded, where it can be, and thrown:
 * where nothing can decide, nothing runs. What broke may be what records: that is told to `unrecorded`.
 */
export async function orFault<T>(
  step: string,
  work: () => Awaitable<T>,
  record: (fault: Fault) => Awaitable<void>,
  unrecorded: (error: unknown) => void,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const fault = faultOf(thrown, step);
    try {
      await record(fault);
    } catch (error) {
      unrecorded(error);
    }
    throw fault.error;
  }
}

function isOfTheStore({ code }: BoundaryError): boolean {
  return code.startsWith('store_') || code === 'outer_transaction';
}

// A stored key or seal that does not open was edited as surely as a row whose MAC is wrong. What an application threw
// may be a proxy that throws when it is looked at.
function isTampering(cause: unknown): boolean {
  try {
    return cause instanceof Tampered || cause instanceof KeyFault;
  } catch {
    return false;
  }
}

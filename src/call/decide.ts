import type { Awaitable } from '../awaitable.ts';
import type { Outcome } from '../outcome.ts';
import { outcomeOf } from './answer.ts';
import type { Asked } from './asked.ts';
import type { Stopped } from './chain.ts';
import { countDenial } from './denial.ts';
import { faultOf } from './fault.ts';
import { reportFault, reportStopped } from './reporting.ts';

/** Answers a call that went no further, once it is on record why. */
export async function answered(asked: Asked, stopped: Stopped): Promise<Outcome> {
  return decide('answer', asked, async () => {
    // First the answer: a kept result that does not open must not be on record as replayed.
    const outcome = await outcomeOf(asked, stopped);
    await reportStopped(asked, stopped);
    await countDenial(asked, stopped.answer);
    return outcome;
  });
}

/** Runs what decides; `step` names it where no link of a chain does. A fault is recorded as one, and thrown: where nothing can decide, nothing runs. */
export async function decide<T>(step: string, asked: Asked, work: () => Awaitable<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const fault = faultOf(thrown, step);
    // The fault is thrown whether or not it can be recorded: what broke may be what records.
    try {
      await reportFault(asked, fault.step, fault.code);
    } catch (unrecorded) {
      asked.wiring.unrecorded(unrecorded);
    }
    throw fault.error;
  }
}

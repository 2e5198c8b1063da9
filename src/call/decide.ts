import type { Awaitable } from '../awaitable.ts';
import type { Outcome } from '../outcome.ts';
import { outcomeOf } from './answer.ts';
import type { Asked } from './asked.ts';
import type { Stopped } from './chain.ts';
import { countDenial } from './denial.ts';
import { orFault } from './fault.ts';
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

/** Runs what decides about a call; `step` names it where no link of a chain does. A fault is recorded as one, and thrown. */
export function decide<T>(step: string, asked: Asked, work: () => Awaitable<T>): Promise<T> {
  return orFault(step, work, (fault) => reportFault(asked, fault.step, fault.code), asked.wiring.unrecorded);
}

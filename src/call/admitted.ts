import { duplicateOf, type Verified } from '../pipeline.ts';
import type { Admitted } from '../store/store.ts';
import { longest, Stopped } from './chain.ts';
import { approvalMoved } from './approval-moved.ts';
import { movedTo } from './moved-call.ts';

/** Any answer of admission that says no. */
export type NotAdmitted = Exclude<Admitted, { readonly kind: 'admitted' }>;

/**
 * Check again: what the checks relied on moved; or nothing but time did, while others were let through first, and that is
 * no sign of a call that can never be decided.
 */
export type Again = 'again' | 'later';

/** What an answer of admission means for the call: where it stops, or that it has to be checked again. */
export function notAdmitted(verified: Verified, answer: NotAdmitted): Stopped | Again {
  const { wiring, data } = verified;
  switch (answer.kind) {
    case 'call_moved':
      return answer.call === null ? 'again' : movedTo(verified, answer.call);
    case 'moved':
      // The checks that follow take up the time that admission met.
      if (answer.what !== 'clock') return 'again';
      wiring.time.meet(answer.now);
      return 'later';
    case 'limited':
      return new Stopped('limits', longest(answer.exceeded));
    case 'approval_moved':
      return approvalMoved(verified, answer.approval);
    case 'held':
      return new Stopped('operation', duplicateOf(wiring, answer.holder, data.now).answer);
  }
}

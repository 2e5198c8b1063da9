import type { ApproverReason } from '../../src/decision.ts';
import { refusals } from '../../src/inbox/wording.ts';

/** Every reason why an answer is refused. */
export const approverReasons = Object.keys(refusals) as readonly ApproverReason[];

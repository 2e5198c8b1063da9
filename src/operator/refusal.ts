import type { Refused } from '../acting/refused.ts';
import type { OperatorReason } from '../decision.ts';

/** Nothing was shown or written. `cause`: what the directory threw. */
export type OperatorRefusal = Refused<OperatorReason>;

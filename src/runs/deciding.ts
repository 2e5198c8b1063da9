import type { SessionState } from '../call/asked.ts';
import { orFault } from '../call/fault.ts';
import { reportSessionFault } from '../call/reporting.ts';
import type { Wiring } from '../wiring.ts';

/**
 * Does something about a run in the name of a session. A row that is not as it was written, or anything else that breaks, is
 * on record as a fault, where it can be, and thrown as `DecisionUnavailable`: what was undone by then is, and is not undone
 * twice.
 */
export function deciding<T>(wiring: Wiring, session: SessionState, work: () => Promise<T>): Promise<T> {
  return orFault('run', work, (fault) => reportSessionFault(wiring, session, fault), wiring.unrecorded);
}

import type { SessionState } from '../call/session-state.ts';
import { notShared } from '../call/entering.ts';
import { orFault } from '../call/fault.ts';
import { takesPart } from '../call/history.ts';
import { inOwnTenant } from '../call/own-tenant.ts';
import { reportSessionFault } from '../call/reporting.ts';
import type { Wiring } from '../wiring.ts';

/**
 * Does something about a run in the name of a session. Throws `context_invalid` where the process does not work for its
 * tenant, or the conversation is somebody else's who has not shared it. A row that is not as it was written, or anything else that breaks, is on record as a fault, where
 * it can be, and thrown as `DecisionUnavailable`: what was undone by then is, and is not undone twice.
 */
export async function deciding<T>(wiring: Wiring, session: SessionState, work: () => Promise<T>): Promise<T> {
  inOwnTenant(wiring, session);
  const done = await orFault(
    'run',
    async () => ((await mayTakePart(wiring, session)) ? { answer: await work() } : null),
    (fault) => reportSessionFault(wiring, session, fault),
    wiring.unrecorded,
  );
  if (done === null) throw notShared();
  return done.answer;
}

async function mayTakePart(wiring: Wiring, session: SessionState): Promise<boolean> {
  if (session.guest === null) return true;
  const { store, catalogue, time } = wiring;
  const data = await store.loadForDecision({ ...session.place, id: '' }, catalogue.version);
  time.see(data.now);
  return takesPart(wiring, session, data);
}

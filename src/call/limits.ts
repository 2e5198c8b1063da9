import { andThen, type Awaitable } from '../awaitable.ts';
import {
  admissionLevies,
  chargesOf,
  type Levy,
  LimitFault,
  type Meter,
  type RegisteredLimit,
  watchingLevies,
} from '../limit/index.ts';
import type { DecisionData, Exceeded } from '../store/store.ts';
import type { Target } from '../target/target.ts';
import type { Wiring } from '../wiring.ts';
import type { Asked } from './asked.ts';
import type { Proposed } from './bound-action.ts';
import { refuse, type Stop, throttled } from './chain.ts';
import { watching } from './reach.ts';

type LoadedCall = Asked & { readonly data: DecisionData };

/** Meters that other things than proposing count on: here there only has to be room for more. */
const watchedMeters: readonly Meter[] = ['denials', 'denied_targets', 'tokens', 'cost', 'planner_calls'];

/**
 * Proposals are counted here, once however often a call is checked again; of refusals and of what the host reported it
 * is asked whether there is room for more. Whether the name is registered does not matter: asking is what is counted.
 */
export function metersHaveRoom(state: LoadedCall): Awaitable<Stop | undefined> {
  // A resend of a call that has an answer proposes nothing: it is told that answer, whatever is full by now.
  const { call } = state.data;
  if (state.undoing !== null) return undefined;
  if (call !== null && call.state !== 'retryable' && call.state !== 'asked') return undefined;
  const limits = watching(state.wiring, state.session, state.name);
  return limits.length === 0 ? undefined : faultOfLimit(() => haveRoom(state, limits));
}

function haveRoom(
  { wiring, session, proposal, data }: LoadedCall,
  limits: readonly RegisteredLimit[],
): Awaitable<Stop | undefined> {
  const { context } = session;
  const due = (meters: readonly Meter[]) => watchingLevies(wiring.keys, limits, meters, { context });
  // Worked out before anything is counted: what throws here has counted nothing.
  // What waits for a person was proposed when they were asked.
  const isNew = proposal !== 'counted' && data.call?.state !== 'asked';
  const [proposed, watched] = [due(isNew ? ['proposals'] : []), due(watchedMeters)];
  return andThen(room(wiring, context.tenant, proposed, proposal === 'new' ? 'take' : 'look'), (asked) =>
    andThen(room(wiring, context.tenant, watched, 'look'), (others) => throttled([...asked, ...others])),
  );
}

/** How often charges are made again for a time that the store has met and this process has not. */
const timesAgain = 3;

/** Limits that have no room. Charges that were made for another time than the store's are made again for that. */
function room(
  wiring: Wiring,
  tenant: string,
  due: readonly Levy[],
  how: 'take' | 'look',
  again = timesAgain,
): Awaitable<readonly Exceeded[]> {
  if (due.length === 0) return [];
  const charges = chargesOf(due, wiring.time.now());
  return andThen(wiring.store.charge({ tenant, charges, how, evidence: null }), (answer) => {
    if (answer.kind !== 'moved') return answer.kind === 'limited' ? answer.exceeded : [];
    if (again === 0) throw new Error('the time at which limits are counted could not be agreed on');
    wiring.time.meet(answer.now);
    return room(wiring, tenant, due, how, again - 1);
  });
}

/** What limits take for the call: only what admission counts, and without a time as yet. */
export function levies(state: Proposed, target: Target<unknown> | null): { levies: readonly Levy[] } | Stop {
  const { wiring, session, capability, input } = state;
  const { limits } = capability;
  if (limits.length === 0 || state.undoing !== null) return { levies: [] };
  const whose = { context: session.context, sharedBy: session.sharedBy };
  return faultOfLimit(() => ({
    levies: admissionLevies(wiring.keys, limits, { ...whose, input, target }),
  }));
}

/** A key or units of a limit that could not be worked out refuse the call, and name the limit. */
function faultOfLimit<T>(work: () => T): T | Stop {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LimitFault)) throw error;
    return refuse('authorization_error', { fault: true, cause: error.cause, detail: error.limit });
  }
}

/** Whether every limit has room for what admission would take. Reads only. */
export function limitsHaveRoom(state: Asked & { levies: readonly Levy[] }): Awaitable<Stop | undefined> {
  const { wiring, session } = state;
  return andThen(room(wiring, session.context.tenant, state.levies, 'look'), throttled);
}

import type { Executable, Unreachable } from '../capability/index.ts';
import type { RegisteredLimit } from '../limit/index.ts';
import type { Wiring } from '../wiring.ts';
import type { Asked } from './asked.ts';
import { refuse, type Stop } from './chain.ts';
import type { SessionState } from './session-state.ts';

/** The capability that a session reaches by a name, as far as its agent and everybody that has delegated to it reach it. */
export function reached(
  { catalogue }: Wiring,
  { context, delegators, only }: SessionState,
  name: string,
): Executable | Unreachable {
  if (only !== null && !only.has(name)) return 'unknown_capability';
  for (const delegator of delegators) {
    const reach = catalogue.find(name, delegator);
    if (typeof reach === 'string') return reach;
  }
  return catalogue.find(name, context);
}

/**
 * The limits that watch what a session asks for under a name. Nobody learns from a limit, or spends of one, what is out of
 * reach.
 */
export function watching(wiring: Wiring, session: SessionState, name: string): readonly RegisteredLimit[] {
  const isReached = typeof reached(wiring, session, name) !== 'string';
  return wiring.catalogue.limitsOf(isReached ? name : '', session.context);
}

/** What was not delegated is not told of either: not even what the one that delegates has done under this call id. */
export function nameIsDelegated({ session: { only }, name }: Asked): Stop | undefined {
  return only === null || only.has(name) ? undefined : refuse('unknown_capability');
}

import type { CheckedButForPeople } from './asking.ts';
import { refuse, Stop } from './chain.ts';

/** Ends the check where a person has to agree and has not: refused, or asked for. */
export function personAgreed(state: CheckedButForPeople): Stop | undefined {
  const { need, held } = state;
  if (need === 'nobody') return refuse('person_needed');
  if (need === null || held === null) return undefined;
  if (held.live?.status === 'approved') return undefined;
  if (held.rejected !== null) return refuse('approval_rejected');
  return new Stop({ kind: 'ask', asking: { ...state, need, held } });
}

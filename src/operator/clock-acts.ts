import type { Acting } from '../acting/act.ts';
import { refused } from '../acting/refused.ts';
import { act } from './act.ts';
import type { WordAsked } from './asked.ts';
import type { ClockSetBack } from './clock.ts';
import type { OperatorRefusal } from './refusal.ts';
import { resetRecords } from './reporting.ts';
import { agreed, installation } from './standing.ts';

/**
 * Sets recorded time back to the machine's. It widens for every tenant, since counters that began at later times are
 * forgotten: so it takes an operator of the installation. Everybody who has to agree is asked for first.
 */
export function resetClock(acting: Acting, asked: WordAsked): Promise<ClockSetBack | OperatorRefusal> {
  return act(acting, { act: 'clock.reset', execution: null }, async () => {
    if (acting.tenant !== installation) return refused('operator_unauthorized');
    const refusal = await agreed(acting, asked.second, ['clock.reset']);
    if (refusal !== null) return refusal;
    const { store, time } = acting.wiring;
    const reset = await store.resetClock(await resetRecords(acting, asked));
    time.reset(reset.to);
    return { kind: 'reset', ...reset };
  });
}

import type { Context } from '../action/index.ts';
import { chargesOf, type RegisteredLimit, ruleOf, watchingLevies } from '../limit/index.ts';
import type { Charge } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';

/** How a caller is told which limit on asking has no room. */
export const askLimits = { pending: 'approvals.pending', asks: 'approvals.asks' } as const;

/** What asking takes from the limit on asking: one of the principal's, in any hour. */
export function asksCharges({ keys, asks }: Wiring, context: Context, at: number): readonly Charge[] {
  const shape = { kind: 'sliding_window', max: asks.perPrincipalAndHour, every: 3_600_000 } as const;
  const limit: RegisteredLimit = {
    name: askLimits.asks,
    meter: 'proposals',
    shape,
    ruleAt: ruleOf(shape),
    scale: null,
    key: 'principal',
    units: 1,
  };
  return chargesOf(watchingLevies(keys, [limit], ['proposals'], { context }), at);
}

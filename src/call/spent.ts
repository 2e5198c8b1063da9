import { andThen } from '../awaitable.ts';
import { BoundaryError } from '../errors.ts';
import { appendRecord } from '../evidence/index.ts';
import { chargesOf, type RegisteredLimit, watchingLevies } from '../limit/index.ts';
import type { Wiring } from '../wiring.ts';
import type { SessionState } from './asked.ts';
import { pseudonymsOf } from './pseudonyms.ts';

/** What a run of the model cost, in whole units, 0 or more. `cost` at the scale that its limits declare. */
export interface Spent {
  readonly tokens?: number;
  readonly cost?: number;
  /** Calls of a second model that only proposes arguments, or plans. */
  readonly plannerCalls?: number;
}

const meters = { tokens: 'tokens', cost: 'cost', plannerCalls: 'planner_calls' } as const;

/**
 * Counts a report in every limit that it concerns, then puts it on record. Throws `context_invalid` for what is no
 * number of units: a report that is dropped would be a limit that is not kept.
 */
export async function spent(wiring: Wiring, session: SessionState, used: Spent): Promise<void> {
  const said = saidIn(used);
  const { context } = session;
  const units = Object.fromEntries(said.map(([name, value]) => [meters[name], value]));
  const levies = watchingLevies(
    wiring.keys,
    reported(wiring),
    said.map(([name]) => meters[name]),
    { context, units },
  );
  const charges = chargesOf(levies, wiring.time.now());
  if (charges.length > 0) await wiring.store.charge(context.tenant, charges, 'count');
  await andThen(pseudonymsOf(wiring, session), ({ actor }) =>
    appendRecord(wiring, context.tenant, {
      type: 'usage.reported',
      ...actor,
      tokens: used.tokens ?? null,
      cost: used.cost ?? null,
      plannerCalls: used.plannerCalls ?? null,
    }),
  );
}

function saidIn(used: Spent): readonly (readonly [keyof typeof meters, number])[] {
  const isReport = typeof used === 'object' && used !== null;
  const given: readonly [string, unknown][] = isReport ? Object.entries(used) : [];
  const said = given.filter((one): one is [keyof typeof meters, number] => isSaid(...one));
  if (said.length > 0 && said.length === given.length) return said;
  throw new BoundaryError(
    'context_invalid',
    'what was spent is an object with tokens, cost or plannerCalls, each a whole number from 0',
  );
}

function isSaid(name: string, value: unknown): boolean {
  return Object.hasOwn(meters, name) && Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Every limit of the catalogue, each name once. */
function reported({ catalogue }: Wiring): readonly RegisteredLimit[] {
  const all = [...catalogue.limits, ...catalogue.capabilities.flatMap(({ limits }) => limits)];
  return [...new Map(all.map((limit) => [limit.name, limit])).values()];
}

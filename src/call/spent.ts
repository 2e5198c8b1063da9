import { BoundaryError, DecisionUnavailable } from '../errors.ts';
import { evidenceRow } from '../evidence/index.ts';
import { chargesOf, type Levy, watchingLevies } from '../limit/index.ts';
import type { Wiring } from '../wiring.ts';
import { inOwnTenant } from './own-tenant.ts';
import { pseudonymsOf } from './pseudonyms.ts';
import type { SessionState } from './session-state.ts';

/** What a run of the model cost, in whole units, 0 or more. `cost` at the scale that its limits declare. */
export interface Spent {
  readonly tokens?: number;
  readonly cost?: number;
  /** Calls of a second model that only proposes arguments, or plans. */
  readonly plannerCalls?: number;
}

const meters = { tokens: 'tokens', cost: 'cost', plannerCalls: 'planner_calls' } as const;

/**
 * Counts a report in every limit that it concerns and puts it on record, in one transaction. Throws `context_invalid` for what is no
 * number of units: a report that is dropped would be a limit that is not kept.
 */
export async function spent(wiring: Wiring, session: SessionState, used: Spent): Promise<void> {
  inOwnTenant(wiring, session);
  const said = saidIn(used);
  const { context } = session;
  const { actor } = await pseudonymsOf(wiring, session);
  const units = Object.fromEntries(said.map(([name, value]) => [meters[name], value]));
  const given = said.map(([name]) => meters[name]);
  const at = wiring.time.now();
  const charges = chargesOf(
    dueOf(() => watchingLevies(wiring.keys, wiring.catalogue.allLimits, given, { context, units })),
    at,
  );
  const { tokens = null, cost = null, plannerCalls = null } = used;
  await wiring.store.charge({
    tenant: context.tenant,
    charges,
    how: 'count',
    evidence: evidenceRow(wiring.keys, {
      tenant: context.tenant,
      id: wiring.ids.next(at),
      at,
      record: { type: 'usage.reported', ...actor, tokens, cost, plannerCalls },
    }),
  });
}

/** A limit that cannot be worked out counts nothing, and the report is refused whole: the host can send it again. */
function dueOf(work: () => readonly Levy[]): readonly Levy[] {
  try {
    return work();
  } catch (cause) {
    throw new DecisionUnavailable(
      'decision_unavailable',
      'nothing was counted: a limit could not be worked out',
      {
        cause,
      },
    );
  }
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

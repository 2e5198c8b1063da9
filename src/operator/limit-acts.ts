import type { Acting } from '../acting/act.ts';
import type { PageAsked } from '../acting/asked.ts';
import { act } from './act.ts';
import type { WordAsked } from './asked.ts';
import type { LimitsListed, LimitsPruned } from './limits.ts';
import type { OperatorRefusal } from './refusal.ts';
import { pruningRecords } from './reporting.ts';
import { shownMeter } from './shown-meter.ts';
import { agreed } from './standing.ts';

/** Deleted in one transaction: the lock is held for a few milliseconds, and calls are admitted in between. */
const roundOf = 1_000;

/** One page of the tenant's counters. */
export function listLimits(acting: Acting, page: PageAsked): Promise<LimitsListed | OperatorRefusal> {
  return act(acting, { act: 'limits.list', execution: null }, async () => {
    const { wiring, tenant } = acting;
    const rows = await wiring.store.meters({ tenant, ...page });
    const at = wiring.time.now();
    const limits = new Map(wiring.catalogue.allLimits.map((limit) => [limit.name, limit]));
    const meters = rows.map((row) => shownMeter(row, limits.get(row.limit) ?? null, at));
    const last = meters.length < page.limit ? undefined : meters.at(-1);
    return { kind: 'listed', meters, next: last?.key ?? null };
  });
}

/**
 * Deletes the tenant's counters that constrained nothing when this began, in rounds, each with its evidence. One that
 * is taken from meanwhile is in a window of its own and stays. Everybody who has to agree is asked for first.
 */
export function pruneLimits(acting: Acting, asked: WordAsked): Promise<LimitsPruned | OperatorRefusal> {
  return act(acting, { act: 'limits.prune', execution: null }, async () => {
    const refusal = await agreed(acting, asked.second, ['limits.prune']);
    if (refusal !== null) return refusal;
    const { wiring, tenant } = acting;
    const at = wiring.time.now();
    const record = await pruningRecords(acting, { at, ...asked });
    let count = 0;
    let gone: number;
    do {
      gone = await wiring.store.pruneMeters({ tenant, at, most: roundOf }, record);
      count += gone;
    } while (gone === roundOf);
    return { kind: 'pruned', count };
  });
}

import { chargesOf, type RegisteredLimit } from '../limit/index.ts';
import { held, weighed } from '../store/meter/index.ts';
import type { Charge, MeterRow } from '../store/rows.ts';
import type { MeterState, ShownMeter } from './limits.ts';

type Counted = Pick<ShownMeter, 'state' | 'taken' | 'left' | 'freeAt'>;

/** A counter for operators, at this time. `limit`: what is registered under its name, or null. Pure. */
export function shownMeter(row: MeterRow, limit: RegisteredLimit | null, at: number): ShownMeter {
  const { key, from, until } = row;
  return Object.freeze({
    limit: row.limit,
    key,
    ...counted(row, limit, at),
    meter: limit?.meter ?? null,
    shape: limit?.shape.kind ?? null,
    max: limit?.shape.max ?? null,
    scale: limit?.scale ?? null,
    from: until === null ? null : from,
    until,
  });
}

function counted(row: MeterRow, limit: RegisteredLimit | null, at: number): Counted {
  const { until } = row;
  if (until !== null && until <= at)
    return { state: 'over', taken: 0, left: limit?.shape.max ?? null, freeAt: null };
  if (limit === null) return nobodyKnows('unregistered');
  try {
    return isOf(limit, row) ? room(limit, row, at) : nobodyKnows('unreadable');
  } catch {
    // One counter that was edited is not to keep an operator from the others.
    return nobodyKnows('unreadable');
  }
}

function nobodyKnows(state: MeterState): Counted {
  return { state, taken: null, left: null, freeAt: null };
}

/**
 * Whether a counter may be one of this limit. What a limit measures is part of the key, so a changed one begins new
 * counters and the old ones stay behind; those of another kind or window are told apart.
 */
function isOf(limit: RegisteredLimit, row: MeterRow): boolean {
  const { from, until } = row;
  const { rule } = oneUnit(limit, row, from);
  if (rule.kind === 'fixed_window') return from === rule.from && until === rule.until;
  return (until === null) === (rule.kind === 'budget');
}

/** What one unit more would meet, as the store itself counts. Throws `store_failed` for what no store writes. */
function room(limit: RegisteredLimit, row: MeterRow, at: number): Counted {
  const charge = oneUnit(limit, row, at);
  const answer = weighed(row.tenant, [{ charge, row }], at);
  // The counter is ahead of this clock, and time is never taken back.
  if (answer.kind === 'late') return room(limit, row, answer.now);
  const taken = held(charge, row);
  if (answer.kind === 'fits') return { state: 'free', taken, left: limit.shape.max - taken, freeAt: null };
  const wait = answer.exceeded[0]?.retryAfter ?? null;
  return { state: 'full', taken, left: 0, freeAt: wait === null ? null : charge.at + wait };
}

function oneUnit(limit: RegisteredLimit, { key }: MeterRow, at: number): Charge {
  // What counts once is something new each time here: no mark of a target is an empty text.
  const mark = limit.meter === 'denied_targets' ? '' : null;
  return chargesOf([{ limit, key, units: 1, mark }], at)[0]!;
}

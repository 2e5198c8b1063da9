import type { MeterRule } from '../rows.ts';
import { type ChargeBy, type Count, type Counting, listIn, nonsense, sum } from './counting.ts';
import { clockTolerance } from './tolerance.ts';

type Sliding = Extract<MeterRule, { readonly kind: 'sliding_window' }>;

/** Units that were taken at one time. */
interface Entry {
  readonly at: number;
  readonly units: number;
  readonly mark: string | null;
}

/**
 * Counts every taking at its own time, so that no stretch of `length` milliseconds, wherever it begins, holds more than
 * `max`. Takings after the charge count as well: some window may hold both. `from` is the time of the store at the last
 * taking; what no charge can share a window with any more, by a store whose time does not go back, is forgotten.
 */
export const slidingWindow: Counting<Sliding> = {
  reached: (count) => count?.from ?? -Infinity,
  isLate: () => false,
  used: (count, charge) => unitsOf(heldAt(charge, count)),
  wait(count, charge) {
    const { mark } = charge;
    const held = heldAt(charge, count);
    if (mark !== null && held.some((entry) => entry.mark === mark)) return 0;
    return waitAmong(held, charge);
  },
  added(count, charge, now) {
    const { units, mark, rule } = charge;
    const from = Math.max(count?.from ?? -Infinity, now);
    const forgotten = from - rule.length - clockTolerance;
    // By a clock that went back, what is counted now might be forgotten already.
    const at = now < from ? from : charge.at;
    if (units === 0 || at <= forgotten) return null;
    const entries = heldSince(forgotten, entriesOf(count));
    const held = heldSince(at - rule.length, entries);
    const there = mark === null ? undefined : held.find((entry) => entry.mark === mark);
    if (there === undefined)
      return countOf(from, bounded(inserted(entries, { at, units, mark }), rule), rule);
    // It counts already, and from now on as of now. Moved past others it would add to windows that it was not in.
    if (entries.some((entry) => entry.at > at)) return null;
    const others = entries.filter((entry) => entry !== there);
    return countOf(from, [...others, { ...there, at }], rule);
  },
  removed(count, { at, units, mark, rule }) {
    const entries = entriesOf(count);
    const there = entries.find((entry) => entry.at === at && entry.mark === mark);
    if (there === undefined || units === 0) return null;
    const rest = there.units - units;
    const left = entries.flatMap((entry) =>
      entry !== there ? [entry] : rest > 0 ? [{ ...entry, units: rest }] : [],
    );
    return countOf(count.from, left, rule);
  },
};

/** How long until a charge fits beside entries, the oldest of which leave first. */
function waitAmong(held: readonly Entry[], { at, units, mark, rule }: ChargeBy<Sliding>): number | null {
  const joins = mark === null && held.some((entry) => entry.at === at && entry.mark === null);
  let used = unitsOf(held);
  if (units <= rule.max - used && (joins || held.length < rule.most)) return 0;
  for (const [place, entry] of held.entries()) {
    used -= entry.units;
    if (units <= rule.max - used && held.length - place - 1 < rule.most) {
      return entry.at + rule.length - at;
    }
  }
  return null;
}

function heldAt({ at, rule }: ChargeBy<Sliding>, count: Count | null): readonly Entry[] {
  return heldSince(at - rule.length, entriesOf(count));
}

/** Entries after a time: none that is before it shares a window with what comes a window's length later. */
function heldSince(start: number, entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => entry.at > start);
}

/** In the order of time. Takings of the same millisecond are one entry, unless they are marked. */
function inserted(entries: readonly Entry[], { at, units, mark }: Entry): readonly Entry[] {
  const there = mark === null ? entries.find((entry) => entry.at === at && entry.mark === null) : undefined;
  if (there !== undefined) {
    return entries.map((entry) => (entry === there ? { ...entry, units: sum(entry.units, units) } : entry));
  }
  const place = entries.findLastIndex((entry) => entry.at <= at) + 1;
  return entries.toSpliced(place, 0, { at, units, mark });
}

/** At most twice `most` entries, for what was counted without room: the oldest then stay as long as the next. */
function bounded(entries: readonly Entry[], { most }: Sliding): readonly Entry[] {
  const [first, second, ...others] = entries;
  if (first === undefined || second === undefined || entries.length <= 2 * most) return entries;
  return [{ at: second.at, units: sum(first.units, second.units), mark: null }, ...others];
}

function countOf(from: number, entries: readonly Entry[], { length }: Sliding): Count {
  const last = entries.at(-1)?.at ?? from;
  return {
    from,
    until: last + length + clockTolerance,
    units: unitsOf(entries),
    entries: JSON.stringify(
      entries.map(({ at, units, mark }) => (mark === null ? [at, units] : [at, units, mark])),
    ),
  };
}

/** What a count holds, in the order of time. */
function entriesOf(count: Count | null): readonly Entry[] {
  if (count === null) return [];
  const entries = listIn(count.entries ?? nonsense()).map(entryOf);
  const isOrdered = entries.every((entry, place) => entry.at >= (entries[place - 1]?.at ?? -Infinity));
  return isOrdered && unitsOf(entries) === count.units ? entries : nonsense();
}

function unitsOf(entries: readonly Entry[]): number {
  return entries.reduce((total, entry) => sum(total, entry.units), 0);
}

function entryOf(value: unknown): Entry {
  if (!Array.isArray(value)) return nonsense();
  const [at, units, mark = null]: readonly unknown[] = value;
  if (!isWhole(at) || !isWhole(units) || units <= 0) return nonsense();
  return mark === null || typeof mark === 'string' ? { at, units, mark } : nonsense();
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

import { shownName } from '../action/name.ts';
import { canonicalText } from '../json/index.ts';
import type { RegisteredLimit } from './limit.ts';
import { limitView } from './limit-view.ts';
import { kindOf } from './meters.ts';

/** The limits that one place declares. `where` names it for people: `capability "orders.cancel"`. */
export interface DeclaredAt {
  readonly where: string;
  readonly limits: readonly RegisteredLimit[];
}

interface Placed {
  readonly where: string;
  readonly limit: RegisteredLimit;
}

/**
 * What is wrong between the limits of several places, as whole sentences. Those of the same name are one limit, so
 * everything that decides which meter a call takes from, and how much that holds, must be the same; what a host reports
 * is one number, so every limit reads it at one scale. Each is held against the first one.
 */
export function sharedProblems(places: readonly DeclaredAt[]): readonly string[] {
  const placed = places.flatMap(({ where, limits }) => limits.map((limit): Placed => ({ where, limit })));
  return [
    ...againstFirst(placed, ({ limit }) => limit.name.toLowerCase(), nameDifferences),
    ...againstFirst(
      placed.filter(({ limit }) => limit.meter === 'cost'),
      ({ limit }) => limit.meter,
      costDifferences,
    ),
  ];
}

function againstFirst(
  placed: readonly Placed[],
  alike: (one: Placed) => string,
  differences: (first: Placed, other: Placed) => readonly string[],
): readonly string[] {
  const firsts = new Map<string, Placed>();
  return placed.flatMap((one) => {
    const first = firsts.get(alike(one));
    if (first !== undefined) return differences(first, one);
    firsts.set(alike(one), one);
    return [];
  });
}

function nameDifferences(first: Placed, other: Placed): readonly string[] {
  const [one, two] = [first.limit, other.limit];
  if (one.name !== two.name) {
    const names = `${shownName(one.name)} in ${first.where} and ${shownName(two.name)} in ${other.where}`;
    return [`limits ${names} differ only in case`];
  }
  const [seen, found] = [limitView(one), limitView(two)];
  const members = (['meter', 'shape', 'scale', 'key'] as const).filter(
    (member) => canonicalText(seen[member]) !== canonicalText(found[member]),
  );
  // A report names no capability: whose function would say what it is kept per?
  const keys = kindOf(one.meter).counts === 'reports' && seen.key === found.key && one.key !== two.key;
  return [...members.map((member) => `${member}s`), ...(keys ? ['key functions'] : [])].map(
    (what) => `limit ${shownName(one.name)} has different ${what} in ${first.where} and ${other.where}`,
  );
}

function costDifferences(first: Placed, other: Placed): readonly string[] {
  const [one, two] = [first.limit, other.limit];
  if (one.name === two.name || one.scale === two.scale) return [];
  const names = `${shownName(one.name)} in ${first.where} and ${shownName(two.name)} in ${other.where}`;
  return [`limits ${names} count cost at different scales, and what is reported is one number`];
}

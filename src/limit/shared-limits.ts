import { shownName } from '../action/name.ts';
import { canonicalText } from '../json/index.ts';
import type { RegisteredLimit } from './limit.ts';
import { limitView } from './limit-view.ts';

/** The limits that one place declares. `where` names it for people: `capability "orders.cancel"`. */
export interface DeclaredAt {
  readonly where: string;
  readonly limits: readonly RegisteredLimit[];
}

/**
 * What is wrong between limits of the same name, as whole sentences: they are one limit, so everything that decides
 * which meter a call takes from, and how much that holds, must be the same. Each place is held against the first one.
 */
export function sharedProblems(places: readonly DeclaredAt[]): readonly string[] {
  const first = new Map<string, { readonly where: string; readonly limit: RegisteredLimit }>();
  return places.flatMap(({ where, limits }) =>
    limits.flatMap((limit) => {
      const folded = limit.name.toLowerCase();
      const before = first.get(folded);
      if (before === undefined) {
        first.set(folded, { where, limit });
        return [];
      }
      if (before.limit.name !== limit.name) {
        const [one, other] = [shownName(before.limit.name), shownName(limit.name)];
        return [`limits ${one} in ${before.where} and ${other} in ${where} differ only in case`];
      }
      return differences(before.limit, limit).map(
        (what) => `limit ${shownName(limit.name)} has different ${what} in ${before.where} and ${where}`,
      );
    }),
  );
}

/** Units may differ: each capability says what one call of it is. */
function differences(limit: RegisteredLimit, before: RegisteredLimit): readonly string[] {
  const [one, other] = [limitView(limit), limitView(before)];
  return (['meter', 'shape', 'scale', 'key'] as const)
    .filter((member) => canonicalText(one[member]) !== canonicalText(other[member]))
    .map((member) => `${member}s`);
}

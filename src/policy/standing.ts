import type { Context } from '../action/context.ts';

/** What a session lacks. */
export interface Lacking {
  readonly reason: 'unauthorized' | 'assurance_too_low';
  readonly detail: string;
}

/** What the directory says of the principal now; absent members: it says nothing about them. */
export interface CurrentRights {
  readonly grant?: readonly string[];
  readonly assurance?: string;
}

/** What is left of rights where somebody else's bound them as well: grants of both, and the weaker level. */
export function narrowed(rights: CurrentRights, by: CurrentRights, levels: readonly string[]): CurrentRights {
  const grant =
    rights.grant === undefined ? by.grant : rights.grant.filter((one) => by.grant?.includes(one) ?? true);
  const [assurance] = [rights.assurance, by.assurance]
    .filter((level) => level !== undefined)
    .toSorted((a, b) => levels.indexOf(a) - levels.indexOf(b));
  return {
    ...(grant === undefined ? {} : { grant }),
    ...(assurance === undefined ? {} : { assurance }),
  };
}

/**
 * What the session lacks of what a capability requires, or null. A grant counts where the session holds it and the
 * directory, if it lists grants, still does. Of two assurance levels the weaker counts; one that is missing or unknown
 * is below all others.
 */
export function standing(
  requires: { readonly grant: readonly string[]; readonly assurance: string | null },
  context: Pick<Context, 'grant' | 'assurance'>,
  rights: CurrentRights,
  levels: readonly string[],
): Lacking | null {
  const held = (grant: string): boolean =>
    context.grant.includes(grant) && (rights.grant === undefined || rights.grant.includes(grant));
  if (!requires.grant.every(held)) return { reason: 'unauthorized', detail: 'grant_missing' };
  if (requires.assurance === null) return null;
  const level = (name: string | null): number => (name === null ? -1 : levels.indexOf(name));
  const session = level(context.assurance);
  const reached = rights.assurance === undefined ? session : Math.min(session, level(rights.assurance));
  const needed = level(requires.assurance);
  return needed >= 0 && reached >= needed
    ? null
    : { reason: 'assurance_too_low', detail: requires.assurance };
}

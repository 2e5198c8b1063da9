import type { Context } from '../action/context.ts';

/** What a session lacks. */
export interface Lacking {
  readonly reason: 'unauthorized' | 'assurance_too_low';
  readonly detail: string;
}

/**
 * What the session lacks of what a capability requires, or null. A grant counts where the session holds it and the
 * directory, if it lists grants, still does. Of two assurance levels the weaker counts; one that is missing or unknown
 * is below all others.
 */
export function standing(
  requires: { readonly grant: readonly string[]; readonly assurance: string | null },
  context: Pick<Context, 'grant' | 'assurance'>,
  rights: { readonly grant?: readonly string[]; readonly assurance?: string },
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

import { Tampered } from '../errors.ts';
import { canonicalText, defaultBounds, parseStrict, type SubjectKey } from '../json/index.ts';
import type { AskOwner } from './ask-content.ts';

/** One person's yes. */
export interface Vote {
  /** Under which id they were authenticated. */
  readonly approver: string;
  /** The person behind it: a person counts once. */
  readonly person: string;
  /** Milliseconds. */
  readonly at: number;
}

const purpose = 'countersign/votes/v1';

/** Seals votes for exactly one approval. */
export function sealVotes(key: SubjectKey, { tenant, id, action }: AskOwner, votes: readonly Vote[]): string {
  const list = votes.map(({ approver, person, at }) => [approver, person, at]);
  return key.seal(purpose, [tenant, id, action], canonicalText(list));
}

/** Opens votes; null where the seal does not verify for this approval. No votes yet: none. */
export function openVotes(
  key: SubjectKey,
  { tenant, id, action }: AskOwner,
  sealed: string | null,
): readonly Vote[] | null {
  if (sealed === null) return [];
  const text = key.open(purpose, [tenant, id, action], sealed);
  const parsed = text === null ? null : parseStrict(text, defaultBounds);
  if (!parsed?.ok || !Array.isArray(parsed.value)) return null;
  const votes = parsed.value.flatMap((one): Vote[] => {
    if (!Array.isArray(one)) return [];
    const [approver, person, at] = one as readonly unknown[];
    const known = typeof approver === 'string' && typeof person === 'string' && typeof at === 'number';
    return known ? [{ approver, person, at }] : [];
  });
  return votes.length === parsed.value.length ? votes : null;
}

/** Who agreed so far. Throws `Tampered` where that does not open for the row. */
export function votesOf(key: SubjectKey, row: AskOwner & { readonly votes: string | null }): readonly Vote[] {
  const votes = openVotes(key, row, row.votes);
  if (votes === null) throw new Tampered('approval');
  return votes;
}

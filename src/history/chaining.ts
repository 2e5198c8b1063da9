import { Tampered } from '../errors.ts';
import { canonicalText, type Keys } from '../json/index.ts';
import type { EntryRow } from '../store/rows.ts';
import type { Chained, Chaining, ConversationKey } from '../store/store.ts';
import { anchored, conversationVerifies, newConversation } from './conversation.ts';
import { type EntryBody, signEntry } from './entry.ts';

/**
 * Chains entries to whatever a history's head is by then: numbers, MACs and the anchor are made from it, so that a head
 * that moved is never in the way. Throws `Tampered` where the head is not as the boundary wrote it.
 */
export function chaining(
  keys: Keys,
  of: ConversationKey,
  at: number,
  bodies: readonly EntryBody[],
): Chaining {
  const { tenant, owner, conversation } = of;
  return (head): Chained => {
    if (head !== null && !conversationVerifies(keys, head)) throw new Tampered('conversation');
    let { revision, last, steps, sources } = head ?? newConversation(keys, of);
    const entries: EntryRow[] = [];
    for (const { kind, ...said } of bodies) {
      revision += 1;
      const row = { tenant, owner, conversation, n: revision, kind, at, body: canonicalText(said) };
      const entry = signEntry(keys, last, row);
      entries.push(entry);
      last = entry.mac;
      if (kind === 'step' || kind === 'shared') steps += 1;
      if ('trust' in said && said.trust === 'untrusted') sources += 1;
    }
    return {
      conversation: anchored(keys, { tenant, owner, id: conversation, steps, sources, revision, last }),
      entries,
    };
  };
}

import type { Column, Keys } from '../json/index.ts';
import type { ConversationRow } from '../store/rows.ts';
import type { ConversationKey } from '../store/store.ts';

/** The row of a conversation before anything was said in it. */
export function newConversation(
  keys: Keys,
  { tenant, owner, conversation: id }: ConversationKey,
): ConversationRow {
  return anchored(keys, { tenant, owner, id, steps: 0, sources: 0, revision: 0, last: null });
}

/** Puts the anchor on a conversation's row: over its owner, its counters and the MAC of its last entry. */
export function anchored(keys: Keys, row: Omit<ConversationRow, 'head'>): ConversationRow {
  return Object.freeze({ ...row, head: keys.mac(purpose, columns(row)) });
}

/** Whether owner, counters and anchor of a conversation are as the boundary wrote them. */
export function conversationVerifies(keys: Keys, row: ConversationRow): boolean {
  return keys.macMatches(row.head, purpose, columns(row));
}

const purpose = 'countersign/conversation/v1';

function columns(row: Omit<ConversationRow, 'head'>): readonly Column[] {
  return [
    row.tenant,
    row.owner,
    row.id,
    row.revision,
    row.steps,
    row.sources,
    // A conversation without entries has the anchor that it had before there were any.
    ...(row.last === null ? [] : [row.last]),
  ];
}

import type { Keys } from '../json/index.ts';
import type { ConversationRow } from '../store/rows.ts';

/** The row of a conversation before anything was said in it. Made by the first admission. */
export function newConversation(keys: Keys, tenant: string, owner: string, id: string): ConversationRow {
  const row = { tenant, owner, id, steps: 0, sources: 0, revision: 0 };
  return Object.freeze({ ...row, head: headOf(keys, row) });
}

/** Whether owner, counters and head of a conversation are as the boundary wrote them. */
export function conversationVerifies(keys: Keys, row: ConversationRow): boolean {
  return keys.macMatches(row.head, purpose, columns(row));
}

const purpose = 'countersign/conversation/v1';

function headOf(keys: Keys, row: Omit<ConversationRow, 'head'>): string {
  return keys.mac(purpose, columns(row));
}

function columns(row: Omit<ConversationRow, 'head'>) {
  return [row.tenant, row.owner, row.id, row.revision, row.steps, row.sources];
}

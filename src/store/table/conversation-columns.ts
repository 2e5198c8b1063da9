import type { ConversationRow } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Value, Values } from './values.ts';

/** The columns of a conversation, in the order that `readConversation` keeps. */
export const conversationColumns = 'tenant, owner, id, steps, sources, revision, last, head';

/** The same, as parameters. */
export function conversationValues(row: ConversationRow): readonly Value[] {
  return [row.tenant, row.owner, row.id, row.steps, row.sources, row.revision, row.last, row.head];
}

/** A conversation from the values of `conversationColumns`, which begin at `from`. */
export function readConversation(values: Values, from = 0): ConversationRow {
  const columns = new Columns(values, from);
  return {
    tenant: columns.text(),
    owner: columns.text(),
    id: columns.text(),
    steps: columns.whole(),
    sources: columns.whole(),
    revision: columns.whole(),
    last: columns.textOrNull(),
    head: columns.text(),
  };
}

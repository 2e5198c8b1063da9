import type { ConversationRow } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Driver, Values } from './driver.ts';

/** The columns of a conversation, in the order that `readConversation` keeps. */
export const conversationColumns = 'tenant, owner, id, steps, sources, revision, head';

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
    head: columns.text(),
  };
}

/** Prepares: adds the conversation if it has no row yet, and otherwise touches nothing of it. */
export function addConversation(driver: Driver): (row: ConversationRow) => void {
  const add = driver.prepare(
    `INSERT INTO countersign_conversation (${conversationColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, owner, id) DO NOTHING`,
  );
  return (row) => {
    add.run(row.tenant, row.owner, row.id, row.steps, row.sources, row.revision, row.head);
  };
}

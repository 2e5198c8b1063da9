import type { ConversationRow } from '../rows.ts';
import type { ConversationKey } from '../store.ts';
import { Columns } from './columns.ts';
import type { Driver, Value, Values } from './driver.ts';

/** The columns of a conversation, in the order that `readConversation` keeps. */
export const conversationColumns = 'tenant, owner, id, steps, sources, revision, last, head';

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

/** The table of conversations inside a transaction that somebody else frames. */
export interface Conversations {
  find(key: ConversationKey): ConversationRow | null;
  /** Adds the conversation if it has no row yet, and otherwise touches nothing of it. */
  add(row: ConversationRow): void;
  /** Writes the row, whether or not there is one. */
  put(row: ConversationRow): void;
}

/** Prepares the statements. */
export function conversations(driver: Driver): Conversations {
  const find = driver.prepare(
    `SELECT ${conversationColumns} FROM countersign_conversation WHERE tenant = ? AND owner = ? AND id = ?`,
  );
  const insert = `INSERT INTO countersign_conversation (${conversationColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, owner, id)`;
  const add = driver.prepare(`${insert} DO NOTHING`);
  const put = driver.prepare(
    `${insert} DO UPDATE SET steps = excluded.steps, sources = excluded.sources, revision = excluded.revision,
       last = excluded.last, head = excluded.head`,
  );
  return {
    find({ tenant, owner, conversation }) {
      const row = find.get(tenant, owner, conversation);
      return row === undefined ? null : readConversation(row);
    },
    add(row) {
      add.run(...valuesOf(row));
    },
    put(row) {
      put.run(...valuesOf(row));
    },
  };
}

function valuesOf(row: ConversationRow): readonly Value[] {
  return [row.tenant, row.owner, row.id, row.steps, row.sources, row.revision, row.last, row.head];
}

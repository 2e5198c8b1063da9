import type { ConversationRow } from '../rows.ts';
import type { ConversationKey } from '../store.ts';
import { conversationColumns, conversationValues, readConversation } from '../table/conversation-columns.ts';
import type { Driver } from './driver.ts';

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
      add.run(...conversationValues(row));
    },
    put(row) {
      put.run(...conversationValues(row));
    },
  };
}

import type { ConversationRow } from '../rows.ts';
import type { ConversationKey } from '../store.ts';
import { conversationColumns, conversationValues, readConversation } from '../table/conversation-columns.ts';
import type { On, Sql } from './statement.ts';

/** The table of conversations inside a transaction that somebody else frames. */
export interface Conversations {
  find(on: On, key: ConversationKey): Promise<ConversationRow | null>;
  /** Adds the conversation if it has no row yet, and otherwise touches nothing of it. */
  add(on: On, row: ConversationRow): Promise<void>;
  /** Writes the row, whether or not there is one. */
  put(on: On, row: ConversationRow): Promise<void>;
}

/** Makes the statements. */
export function conversations(sql: Sql): Conversations {
  const find = sql(
    `SELECT ${conversationColumns} FROM countersign_conversation WHERE tenant = ? AND owner = ? AND id = ?`,
  );
  const insert = `INSERT INTO countersign_conversation (${conversationColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, owner, id)`;
  const add = sql(`${insert} DO NOTHING`);
  const put = sql(
    `${insert} DO UPDATE SET steps = excluded.steps, sources = excluded.sources, revision = excluded.revision,
       last = excluded.last, head = excluded.head`,
  );
  return {
    async find(on, { tenant, owner, conversation }) {
      const [row] = await on.all(find, tenant, owner, conversation);
      return row === undefined ? null : readConversation(row);
    },
    async add(on, row) {
      await on.run(add, ...conversationValues(row));
    },
    async put(on, row) {
      await on.run(put, ...conversationValues(row));
    },
  };
}

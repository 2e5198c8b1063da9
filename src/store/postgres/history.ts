import type { EntryRow } from '../rows.ts';
import type { Chaining, ConversationKey, EntryPage, Relied } from '../store.ts';
import { entryColumns, readEntry } from '../table/entry-columns.ts';
import type { Conversations } from './conversation.ts';
import type { On, Sql } from './statement.ts';

/** The histories of conversations. Whoever chains holds the lock of the history. */
export interface Histories {
  page(on: On, page: EntryPage): Promise<readonly EntryRow[]>;
  /** Makes and writes the next entries of a history and its new anchor. */
  chain(on: On, of: ConversationKey, chaining: Chaining): Promise<void>;
  /** Whether the counters of a conversation are what the checks relied on. */
  isAsRelied(on: On, of: ConversationKey, relied: Relied): Promise<boolean>;
}

/** Makes the statements. */
export function histories(sql: Sql, conversations: Conversations): Histories {
  const page = sql(
    `SELECT ${entryColumns} FROM countersign_entry
     WHERE tenant = ? AND owner = ? AND conversation = ? AND n > ? ORDER BY n LIMIT ?`,
  );
  const add = sql(
    `INSERT INTO countersign_entry (${entryColumns})
     SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::text[])`,
  );
  return {
    async page(on, { tenant, owner, conversation, after, limit }) {
      const rows = await on.all(page, tenant, owner, conversation, after, Math.max(0, limit));
      return rows.map(readEntry);
    },
    async chain(on, of, chaining) {
      const { conversation, entries } = chaining(await conversations.find(on, of));
      await conversations.put(on, conversation);
      if (entries.length === 0) return;
      const column = <K extends keyof EntryRow>(name: K) => entries.map((entry) => entry[name]);
      await on.run(
        add,
        column('tenant'),
        column('owner'),
        column('conversation'),
        column('n'),
        column('kind'),
        column('at'),
        column('body'),
        column('mac'),
      );
    },
    async isAsRelied(on, of, { sources, steps }) {
      if (sources === null && steps === null) return true;
      const row = (await conversations.find(on, of)) ?? { sources: 0, steps: 0 };
      return (sources === null || sources === row.sources) && (steps === null || steps === row.steps);
    },
  };
}

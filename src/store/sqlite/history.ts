import type { EntryRow } from '../rows.ts';
import type { Chaining, ConversationKey, EntryPage, Relied } from '../store.ts';
import { entryColumns, readEntry } from '../table/entry-columns.ts';
import type { Conversations } from './conversation.ts';
import type { Driver } from './driver.ts';

/** The histories of conversations inside a transaction that somebody else frames. */
export interface Histories {
  page(page: EntryPage): readonly EntryRow[];
  /** Makes and writes the next entries of a history and its new anchor. */
  chain(of: ConversationKey, chaining: Chaining): void;
  /** Whether the counters of a conversation are what the checks relied on. */
  isAsRelied(of: ConversationKey, relied: Relied): boolean;
}

/** Prepares the statements. */
export function histories(driver: Driver, conversations: Conversations): Histories {
  const page = driver.prepare(
    `SELECT ${entryColumns} FROM countersign_entry
     WHERE tenant = ? AND owner = ? AND conversation = ? AND n > ? ORDER BY n LIMIT ?`,
  );
  const add = driver.prepare(
    `INSERT INTO countersign_entry (${entryColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    page({ tenant, owner, conversation, after, limit }) {
      // A negative LIMIT means no limit to SQLite.
      return page.all(tenant, owner, conversation, after, Math.max(0, limit)).map(readEntry);
    },
    chain(of, chaining) {
      const { conversation, entries } = chaining(conversations.find(of));
      conversations.put(conversation);
      for (const row of entries)
        add.run(row.tenant, row.owner, row.conversation, row.n, row.kind, row.at, row.body, row.mac);
    },
    isAsRelied(of, { sources, steps }) {
      if (sources === null && steps === null) return true;
      const row = conversations.find(of) ?? { sources: 0, steps: 0 };
      return (sources === null || sources === row.sources) && (steps === null || steps === row.steps);
    },
  };
}

/* Rows that earlier versions wrote, under the MACs that they gave them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { verifiedApproval } from '../../src/approval/index.ts';
import { callVerifies } from '../../src/claim/index.ts';
import { chaining, conversationVerifies, VerifiedHistories } from '../../src/history/index.ts';
import { deriveKeys } from '../../src/json/index.ts';
import type { CallRow } from '../../src/store/rows.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { approvalRow } from '../../src/testing/conformance/store-approval-rows.ts';
import { callRow, completed, conversationRow } from '../../src/testing/conformance/store-rows.ts';
import { fakeClock } from '../../src/testing/index.ts';

const keys = deriveKeys('ab'.repeat(32));
const sealed = 'bm9uY2U.dGFn.dGV4dA';

const claimed = callRow({ mac: 'RvXvUOvhshWVme1wl6njAQ0iMrEmJKUbKVgvcoG_6_Y' });
const limited = completed(callRow({ id: 'call-2', taken: '[["meter",0,1]]' }), {
  sealed,
  mac: 'vDbS0qMLWKj7rnA_omV8GS16XI1zAaweVFAt_N6-yzk',
});
const asked = approvalRow({ sealed, record: null, mac: '6j-ROGgDG96DtleJ6KQvIMA6Q7Z-NOUPILqbhMaVEz0' });
const talk = conversationRow(claimed, { head: 'UIu5VI_vSZ9NnMFGL737Ud0wS7RCQ3fvcrHKsWrFc1U' });

/** Writes a row as a version did that had the columns of its table, and no others. */
function insert(database: Database.Database, table: string, row: object): void {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
  const values = Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
  database
    .prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
    .run(...columns.map((name) => values[name]));
}

test.for([1, 2, 3])(
  'rows of schema %i verify once it was brought up to date, and their history goes on',
  async (schema) => {
    const folder = mkdtempSync(join(tmpdir(), 'old-rows-'));
    const database = new Database(join(folder, 'app.db'));
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE countersign_migration (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
    for (const { id, sql } of migrations.slice(0, schema)) {
      database.exec(sql);
      database.exec(`INSERT INTO countersign_migration (id, name) VALUES (${id}, 'step ${id}')`);
    }
    const calls: readonly CallRow[] = schema >= 2 ? [claimed, limited] : [claimed];
    for (const call of calls) insert(database, 'countersign_call', call);
    insert(database, 'countersign_conversation', talk);
    if (schema >= 3) insert(database, 'countersign_approval', asked);
    database.close();

    const store = sqlite(join(folder, 'app.db'));
    await store.open(fakeClock());
    for (const call of calls) {
      const data = await store.loadForDecision(call, 'v1');
      expect(data).toMatchObject({ call, conversation: talk, entries: 0 });
      expect(callVerifies(keys, data.call!)).toBe(true);
      expect(conversationVerifies(keys, data.conversation!)).toBe(true);
      // What came since is under their MACs, also where it is not there.
      for (const change of [{ run: 'r' }, { chained: true }, { undoes: 'call-9' }, { undo: sealed }])
        expect(callVerifies(keys, { ...data.call!, ...change })).toBe(false);
      expect(conversationVerifies(keys, { ...talk, last: '' })).toBe(false);
    }
    const approval = await store.approval('acme', asked.id);
    if (schema < 3) expect(approval).toBeNull();
    else {
      expect(verifiedApproval(keys, approval!)).toEqual(asked);
      for (const change of [{ entries: 0 }, { step: 'response' }])
        expect(() => verifiedApproval(keys, { ...asked, ...change })).toThrow('approval');
    }

    const of = { tenant: 'acme', owner: 'ada', conversation: 'talk' };
    const heard = { kind: 'heard', text: 'print', length: 5, quoted: [] } as const;
    await store.append({ ...of, history: chaining(keys, of, 1, [heard]), evidence: null });
    const { conversation } = await store.loadForDecision(claimed, 'v1');
    const histories = new VerifiedHistories(store, keys, { conversations: 1, facts: 1 });
    expect(await histories.upTo(of, conversation)).toMatchObject({ n: 1, last: conversation?.last });
    await store.close();
    rmSync(folder, { recursive: true });
  },
);

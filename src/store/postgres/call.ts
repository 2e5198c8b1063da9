import type { CallKey, CallRow } from '../rows.ts';
import type { Seen } from '../store.ts';
import { callColumns, callKey, keyValues, ownValues, readCall } from '../table/call-columns.ts';
import { Overtaken } from './fault.ts';
import type { On, Sql } from './statement.ts';

/** The table of calls inside a transaction that somebody else frames. */
export interface Calls {
  find(on: On, key: CallKey): Promise<CallRow | null>;
  /** The same, and nobody else writes the row before the transaction ends. */
  hold(on: On, key: CallKey): Promise<CallRow | null>;
  /** Writes a call over the row that was seen and is still so; `seen` null: there is none. */
  put(on: On, seen: Seen | null, call: CallRow): Promise<void>;
  /** Writes the successor where the row still is as it was seen; answers whether it was. */
  replace(on: On, seen: Seen, call: CallRow): Promise<boolean>;
}

/** The assignments of a call's successor; their parameters are `ownValues`. */
export const callChange = `capability = ?, arguments = ?, state = ?, execution = ?, action = ?, holds = ?,
  deadline = ?, at = ?, settled = ?, sealed = ?, sealed_until = ?, taken = ?, run = ?, chained = ?, undoes = ?, undo = ?,
  revision = ?, mac = ?`;

/** Makes the statements. */
export function calls(sql: Sql): Calls {
  const select = `SELECT ${callColumns} FROM countersign_call WHERE ${callKey}`;
  const [find, hold] = [sql(select), sql(`${select} FOR UPDATE`)];
  const add = sql(
    `INSERT INTO countersign_call (${callColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const replace = sql(
    `UPDATE countersign_call SET ${callChange} WHERE ${callKey} AND revision = ? AND mac = ?`,
  );
  const first = async (on: On, statement: typeof find, key: CallKey): Promise<CallRow | null> => {
    const [row] = await on.all(statement, ...keyValues(key));
    return row === undefined ? null : readCall(row);
  };
  const replaced = async (on: On, seen: Seen, call: CallRow): Promise<boolean> =>
    (await on.run(replace, ...ownValues(call), ...keyValues(call), seen.revision, seen.mac)) === 1;
  return {
    find: (on, key) => first(on, find, key),
    hold: (on, key) => first(on, hold, key),
    async put(on, seen, call) {
      if (seen === null) await on.run(add, ...keyValues(call), ...ownValues(call));
      else if (!(await replaced(on, seen, call))) throw new Overtaken();
    },
    replace: replaced,
  };
}

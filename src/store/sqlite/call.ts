import type { CallKey, CallRow } from '../rows.ts';
import type { Seen } from '../store.ts';
import { callColumns, callKey, keyValues, ownValues, readCall } from '../table/call-columns.ts';
import type { Driver } from './driver.ts';

/** The table of calls inside a transaction that somebody else frames. */
export interface Calls {
  find(key: CallKey): CallRow | null;
  /** Writes a call over the row that was seen and is still so; `seen` null: there is none. */
  put(seen: Seen | null, call: CallRow): void;
  /** Writes the successor where the row still is as it was seen; answers whether it was. */
  replace(seen: Seen, call: CallRow): boolean;
}

/** Prepares the statements. */
export function calls(driver: Driver): Calls {
  const find = driver.prepare(`SELECT ${callColumns} FROM countersign_call WHERE ${callKey}`);
  const add = driver.prepare(
    `INSERT INTO countersign_call (${callColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const replace = driver.prepare(
    `UPDATE countersign_call SET capability = ?, arguments = ?, state = ?, execution = ?, action = ?, holds = ?,
       deadline = ?, at = ?, settled = ?, sealed = ?, sealed_until = ?, taken = ?, run = ?, chained = ?, undoes = ?, undo = ?,
       revision = ?, mac = ?
     WHERE ${callKey} AND revision = ? AND mac = ?`,
  );
  const replaced = (seen: Seen, call: CallRow): boolean =>
    replace.run(...ownValues(call), ...keyValues(call), seen.revision, seen.mac) === 1;
  return {
    find(key) {
      const row = find.get(...keyValues(key));
      return row === undefined ? null : readCall(row);
    },
    put(seen, call) {
      if (seen === null) add.run(...keyValues(call), ...ownValues(call));
      else replaced(seen, call);
    },
    replace: replaced,
  };
}

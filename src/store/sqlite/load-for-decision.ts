import type { CallKey } from '../rows.ts';
import type { DecisionData } from '../store.ts';
import { callColumns, keyValues, readCall } from '../table/call-columns.ts';
import { catalogueColumns, readCatalogue } from '../table/catalogue-columns.ts';
import { conversationColumns, readConversation } from '../table/conversation-columns.ts';
import { Columns } from '../table/columns.ts';
import type { Driver } from './driver.ts';
import type { Runs } from './run.ts';

/**
 * Prepares: what the gates read before the target, in one statement and so from one snapshot; what there is of a run
 * is read after it, and compared inside admission. `now` is the highest time that the database has recorded.
 */
export function loadForDecision(
  driver: Driver,
  runs: Runs,
): (call: CallKey, catalogue: string, run?: string) => DecisionData {
  const load = driver.prepare(
    `SELECT clock.seen,
       (SELECT max(n) FROM countersign_entry WHERE tenant = ? AND owner = ? AND conversation = ?),
       ${of('catalogue', catalogueColumns)}, ${of('conversation', conversationColumns)}, ${of('call', callColumns)}
     FROM countersign_clock AS clock
     LEFT JOIN countersign_catalogue AS catalogue ON catalogue.version = ?
     LEFT JOIN countersign_conversation AS conversation
       ON conversation.tenant = ? AND conversation.owner = ? AND conversation.id = ?
     LEFT JOIN countersign_call AS call
       ON call.tenant = ? AND call.owner = ? AND call.conversation = ? AND call.id = ?`,
  );
  return (call, catalogue, run) => {
    const { tenant, owner, conversation } = call;
    const place = [tenant, owner, conversation];
    const row = load.get(...place, catalogue, ...place, ...keyValues(call)) ?? [];
    const columns = new Columns(row);
    return {
      now: columns.whole(),
      entries: columns.wholeOrNull() ?? 0,
      catalogue: row[2] === null ? null : readCatalogue(row, 2),
      conversation: row[6] === null ? null : readConversation(row, 6),
      call: row[14] === null ? null : readCall(row, 14),
      run: run === undefined ? null : runs.data(call.tenant, run),
    };
  };
}

/** Columns of one table under names that no other table's column has. */
function of(table: string, columns: string): string {
  return columns
    .split(/,\s*/)
    .map((column) => `${table}.${column} AS ${table}_${column}`)
    .join(', ');
}

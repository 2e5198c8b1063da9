import type { CallKey } from '../rows.ts';
import type { DecisionData } from '../store.ts';
import { callColumns, keyValues, readCall } from '../table/call-columns.ts';
import { catalogueColumns, readCatalogue } from '../table/catalogue-columns.ts';
import { Columns } from '../table/columns.ts';
import { conversationColumns, readConversation } from '../table/conversation-columns.ts';
import { readRun, runColumns } from '../table/run-columns.ts';
import { isUnsettled } from './run.ts';
import type { On, Sql } from './statement.ts';
import { storeTime, type StoreTime } from './time.ts';

/** Makes reading what the gates read before the target, in one statement and so from one snapshot. */
export function loadForDecision(
  sql: Sql,
  time: StoreTime,
): (on: On, call: CallKey, catalogue: string, run?: string) => Promise<DecisionData> {
  const columns = `${storeTime},
    (SELECT max(n) FROM countersign_entry WHERE tenant = ? AND owner = ? AND conversation = ?),
    ${of('catalogue', catalogueColumns)}, ${of('conversation', conversationColumns)}, ${of('call', callColumns)}`;
  const tables = `FROM (SELECT 1) AS one
    LEFT JOIN countersign_catalogue AS catalogue ON catalogue.version = ?
    LEFT JOIN countersign_conversation AS conversation
      ON conversation.tenant = ? AND conversation.owner = ? AND conversation.id = ?
    LEFT JOIN countersign_call AS call
      ON call.tenant = ? AND call.owner = ? AND call.conversation = ? AND call.id = ?`;
  const load = sql(`SELECT ${columns} ${tables}`);
  // A row for each call of the run that has not ended, all alike before it.
  const withRun = sql(
    `SELECT ${columns}, ${of('run', runColumns)}, ${of('step', callColumns)} ${tables}
     LEFT JOIN countersign_run AS run ON run.tenant = ? AND run.id = ?
     LEFT JOIN countersign_call AS step
       ON step.tenant = run.tenant AND step.run = run.id AND step.${isUnsettled}`,
  );
  return async (on, call, catalogue, run) => {
    const { tenant, owner, conversation } = call;
    const place = [tenant, owner, conversation];
    const parameters = [...time.parameters(), ...place, catalogue, ...place, ...keyValues(call)];
    const rows =
      run === undefined
        ? await on.all(load, ...parameters)
        : await on.all(withRun, ...parameters, tenant, run);
    const row = rows[0] ?? [];
    const first = new Columns(row);
    const steps = rows.filter((each) => isThere(each[48]));
    return {
      now: time.meet(first.whole()),
      entries: first.wholeOrNull() ?? 0,
      catalogue: row[2] === null ? null : readCatalogue(row, 2),
      conversation: row[6] === null ? null : readConversation(row, 6),
      call: row[14] === null ? null : readCall(row, 14),
      run: isThere(row[36])
        ? { run: readRun(row, 36), unsettled: steps.map((each) => readCall(each, 48)) }
        : null,
    };
  };
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** The columns of one of the tables. */
function of(table: string, columns: string): string {
  return columns
    .split(/,\s*/)
    .map((column) => `${table}.${column}`)
    .join(', ');
}

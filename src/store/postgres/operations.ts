import type { Clock } from '../../clock.ts';
import { admit } from './admit.ts';
import { append } from './append.ts';
import { approvalByToken } from './approval-by-token.ts';
import { approvalPage } from './approval-page.ts';
import { changeRun } from './change-run.ts';
import { claimOf } from './claim-of.ts';
import { decideApproval } from './decide-approval.ts';
import { evidence } from './evidence.ts';
import { finish } from './finish.ts';
import { keys } from './keys.ts';
import { loadForDecision } from './load-for-decision.ts';
import { pruneMeters } from './prune-meters.ts';
import { requestApproval } from './request-approval.ts';
import { resetClock } from './reset-clock.ts';
import { settle } from './settle.ts';
import { type Sql, sqlFor } from './statement.ts';
import { straight } from './straight.ts';
import { tables } from './tables.ts';
import { StoreTime } from './time.ts';
import { unresolved } from './unresolved.ts';

/** Every operation on the tables of a schema. Those that write must run inside a transaction. */
export type Operations = ReturnType<typeof operations>;

/** Makes them. */
export function operations(schema: string, clock: Clock) {
  const sql: Sql = sqlFor(schema);
  const time = new StoreTime(sql, clock);
  const on = tables(sql, schema, time);
  return {
    time,
    tables: on,
    keys: keys(sql),
    catalogues: on.catalogues,
    loadForDecision: loadForDecision(sql, time),
    histories: on.histories,
    append: append(on),
    runs: on.runs,
    changeRun: changeRun(on),
    holder: on.holder,
    unresolved: unresolved(sql),
    claimOf: claimOf(sql),
    approvalsOf: on.approvalsOf,
    approval: on.approvals.find,
    approvalByToken: approvalByToken(sql, time),
    approvals: approvalPage(sql),
    requestApproval: requestApproval(on),
    decideApproval: decideApproval(on),
    admit: admit(on),
    settle: settle(on),
    straight: straight(sql, on),
    finish: finish(on),
    charge: on.charges.charge,
    meters: on.meters.page,
    pruneMeters: pruneMeters(on),
    resetClock: resetClock(on),
    appendEvidence: on.record,
    evidence: evidence(sql),
  };
}

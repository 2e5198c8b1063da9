import { appendEvidence } from './append-evidence.ts';
import { approvals } from './approval.ts';
import { approvalsOf } from './approvals-of.ts';
import { calls } from './call.ts';
import { catalogues } from './catalogue.ts';
import { charges } from './charge.ts';
import { conversations as conversationsBy } from './conversation.ts';
import { histories } from './history.ts';
import { holder } from './holder.ts';
import { locks as locksBy } from './locks.ts';
import { meters as metersBy } from './meters.ts';
import { runs } from './run.ts';
import type { Sql } from './statement.ts';
import type { StoreTime } from './time.ts';

/** What operations share of the tables, inside a transaction that somebody else frames. */
export type Tables = ReturnType<typeof tables>;

/** Makes the statements, once for a schema. */
export function tables(sql: Sql, schema: string, time: StoreTime) {
  const record = appendEvidence(sql);
  const locks = locksBy(sql, schema);
  const meters = metersBy(sql, time);
  const conversations = conversationsBy(sql);
  return {
    locks,
    calls: calls(sql),
    catalogues: catalogues(sql, locks, record),
    approvals: approvals(sql),
    approvalsOf: approvalsOf(sql),
    holder: holder(sql),
    meters,
    charges: charges(meters, locks, record),
    conversations,
    histories: histories(sql, conversations),
    runs: runs(sql),
    record,
    time,
  };
}

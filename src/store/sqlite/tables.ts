import { appendEvidence } from './append-evidence.ts';
import { approvals } from './approval.ts';
import { approvalsOf } from './approvals-of.ts';
import { calls } from './call.ts';
import { catalogues } from './catalogue.ts';
import { charges } from './charge.ts';
import { conversations as conversationsOn } from './conversation.ts';
import type { Driver } from './driver.ts';
import { giveBack } from './give-back.ts';
import type { HighestTime } from './highest-time.ts';
import { histories } from './history.ts';
import { holder } from './holder.ts';
import { meters as metersOn } from './meters.ts';
import { runs } from './run.ts';

/** What operations share of the tables, inside a transaction that somebody else frames. */
export type Tables = ReturnType<typeof tables>;

/** Prepares the statements, once for a connection. */
export function tables(driver: Driver, time: HighestTime) {
  const record = appendEvidence(driver);
  const meters = metersOn(driver);
  const conversations = conversationsOn(driver);
  return {
    calls: calls(driver),
    catalogues: catalogues(driver, record),
    approvals: approvals(driver),
    approvalsOf: approvalsOf(driver),
    holder: holder(driver),
    meters,
    charges: charges(meters, time, record),
    giveBack: giveBack(meters),
    conversations,
    histories: histories(driver, conversations),
    runs: runs(driver),
    record,
    time,
  };
}

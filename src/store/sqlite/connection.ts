import type { Clock } from '../../clock.ts';
import { BoundaryError } from '../../errors.ts';
import { admit } from './admit.ts';
import { approvalByToken } from './approval-by-token.ts';
import { approvalPage } from './approval-page.ts';
import { changeRun } from './change-run.ts';
import { claimOf } from './claim-of.ts';
import { decideApproval } from './decide-approval.ts';
import type { Driver } from './driver.ts';
import { evidence } from './evidence.ts';
import { finish } from './finish.ts';
import { highestTime } from './highest-time.ts';
import { keys } from './keys.ts';
import { loadForDecision } from './load-for-decision.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { pruneMeters } from './prune-meters.ts';
import { requestApproval } from './request-approval.ts';
import { resetClock } from './reset-clock.ts';
import { settle } from './settle.ts';
import { tables } from './tables.ts';
import { transactions } from './transaction.ts';
import { unresolved } from './unresolved.ts';

/** Every operation, prepared on one connection. Those that write must run inside a transaction. */
export type Connection = ReturnType<typeof connect>;

/** Pages of the write-ahead log after which SQLite moves them into the database. Its own 1,000 costs a tenth more. */
const checkpointPages = 4_000;

/** Sets up how a connection writes: every one to a database alike. */
export function configure(driver: Driver, synchronous: 'FULL' | 'NORMAL'): void {
  driver.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA wal_autocheckpoint = ${checkpointPages}`);
}

/** Sets the connection up, migrates and prepares. Throws the driver's own error while another process has the lock. */
export function connect(driver: Driver, clock: Clock, synchronous: 'FULL' | 'NORMAL') {
  const mode = driver.prepare('PRAGMA journal_mode = WAL').get()?.[0];
  if (mode !== 'wal' && mode !== 'memory') {
    throw new BoundaryError(
      'store_failed',
      'the database cannot keep a write-ahead log: use a file on a local disk',
    );
  }
  configure(driver, synchronous);
  migrate(driver, transactions(driver), migrations);
  const time = highestTime(driver, clock);
  const on = tables(driver, time);
  return {
    time,
    keys: keys(driver),
    catalogues: on.catalogues,
    loadForDecision: loadForDecision(driver, on.runs),
    histories: on.histories,
    runs: on.runs,
    changeRun: changeRun(on),
    holder: on.holder,
    unresolved: unresolved(driver),
    claimOf: claimOf(driver),
    approvalsOf: on.approvalsOf,
    approval: on.approvals.find,
    approvalByToken: approvalByToken(driver),
    approvals: approvalPage(driver),
    requestApproval: requestApproval(on),
    decideApproval: decideApproval(on),
    admit: admit(on),
    settle: settle(on),
    finish: finish(on),
    charge: on.charges.charge,
    meters: on.meters.page,
    pruneMeters: pruneMeters(on, time),
    resetClock: resetClock(on, time),
    appendEvidence: on.record,
    evidence: evidence(driver),
  };
}

import type { Clock } from '../../clock.ts';
import { BoundaryError } from '../../errors.ts';
import { admit } from './admit.ts';
import { claimOf } from './claim-of.ts';
import type { Driver } from './driver.ts';
import { evidence } from './evidence.ts';
import { finish } from './finish.ts';
import { highestTime } from './highest-time.ts';
import { keys } from './keys.ts';
import { loadForDecision } from './load-for-decision.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { settle } from './settle.ts';
import { tables } from './tables.ts';
import { transactions } from './transaction.ts';
import { unresolved } from './unresolved.ts';

/** Every operation, prepared on one connection. Those that write must run inside a transaction. */
export type Connection = ReturnType<typeof connect>;

/** Pages of the write-ahead log after which SQLite moves them into the database. Its own 1,000 costs a tenth more. */
const checkpointPages = 4_000;

/** Sets the connection up, migrates and prepares. Throws the driver's own error while another process has the lock. */
export function connect(driver: Driver, clock: Clock, synchronous: 'FULL' | 'NORMAL') {
  const mode = driver.prepare('PRAGMA journal_mode = WAL').get()?.[0];
  if (mode !== 'wal' && mode !== 'memory') {
    throw new BoundaryError(
      'store_failed',
      'the database cannot keep a write-ahead log: use a file on a local disk',
    );
  }
  driver.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA wal_autocheckpoint = ${checkpointPages}`);
  migrate(driver, transactions(driver), migrations);
  const on = tables(driver);
  return {
    time: highestTime(driver, clock),
    keys: keys(driver),
    catalogues: on.catalogues,
    loadForDecision: loadForDecision(driver),
    holder: on.holder,
    unresolved: unresolved(driver),
    claimOf: claimOf(driver),
    admit: admit(on),
    settle: settle(on),
    finish: finish(on),
    appendEvidence: on.record,
    evidence: evidence(driver),
  };
}

import { type Migration, printSteps } from '../migration.ts';

/**
 * The schema, step by step. Text compares by bytes, whatever the database's collation; times are whole milliseconds.
 * Names carry a prefix, since the tables may share a schema with the application's own. Each step runs with the schema
 * as its search path.
 */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    name: 'calls, conversations, runs, approvals, limits, catalogue, keys, evidence',
    sql: `
-- Text compares by its bytes in every collation of a database. Times are milliseconds.

-- Which master secret the database belongs to.
CREATE TABLE countersign_key (
  one SMALLINT PRIMARY KEY CHECK (one = 1),
  id TEXT COLLATE "C" NOT NULL,
  "check" TEXT COLLATE "C" NOT NULL
);

CREATE TABLE countersign_wrapped_key (
  tenant TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  blob TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, subject)
);

-- The highest time met, without a MAC, beside the clock of the database. Lowered, nothing but that clock speaks against
-- one that was set back. Raised, time stands still there until the clock has caught up: what had a deadline is past it
-- at once, and the deadlines and times of evidence that are made meanwhile lie as far ahead.
CREATE TABLE countersign_clock (
  one SMALLINT PRIMARY KEY CHECK (one = 1),
  seen BIGINT NOT NULL
);
INSERT INTO countersign_clock (one, seen) VALUES (1, 0);

CREATE TABLE countersign_catalogue (
  version TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  state TEXT COLLATE "C" NOT NULL,
  since BIGINT NOT NULL,
  mac TEXT COLLATE "C" NOT NULL
);

-- "last": the MAC of the last entry.
CREATE TABLE countersign_conversation (
  tenant TEXT COLLATE "C" NOT NULL,
  owner TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  steps BIGINT NOT NULL,
  sources BIGINT NOT NULL,
  revision BIGINT NOT NULL,
  last TEXT COLLATE "C",
  head TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, owner, id)
);

CREATE TABLE countersign_entry (
  tenant TEXT COLLATE "C" NOT NULL,
  owner TEXT COLLATE "C" NOT NULL,
  conversation TEXT COLLATE "C" NOT NULL,
  n BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  mac TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, owner, conversation, n)
);

CREATE TABLE countersign_run (
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  owner TEXT COLLATE "C" NOT NULL,
  conversation TEXT COLLATE "C" NOT NULL,
  atomic SMALLINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  was TEXT COLLATE "C",
  opened BIGINT NOT NULL,
  deadline BIGINT NOT NULL,
  ended BIGINT,
  revision BIGINT NOT NULL,
  mac TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, id)
);
-- What operators may have to look at: few, however many have ended.
CREATE INDEX countersign_run_open ON countersign_run (tenant, id)
  WHERE state NOT IN ('finished', 'undone');

-- "taken": what admission took from which meters, so that they can be summed again.
CREATE TABLE countersign_call (
  tenant TEXT COLLATE "C" NOT NULL,
  owner TEXT COLLATE "C" NOT NULL,
  conversation TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  capability TEXT COLLATE "C" NOT NULL,
  arguments TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  execution TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  holds TEXT COLLATE "C",
  deadline BIGINT NOT NULL,
  at BIGINT NOT NULL,
  settled BIGINT,
  sealed TEXT COLLATE "C",
  sealed_until BIGINT,
  taken TEXT COLLATE "C",
  run TEXT COLLATE "C",
  chained SMALLINT NOT NULL,
  undoes TEXT COLLATE "C",
  undo TEXT COLLATE "C",
  revision BIGINT NOT NULL,
  mac TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, owner, conversation, id)
);
-- At most one call holds a logical operation.
CREATE UNIQUE INDEX countersign_call_holds ON countersign_call (tenant, holds) WHERE holds IS NOT NULL;
-- An execution id belongs to one call, until that call is known to have had no effect. One that waits for a person has
-- claimed nothing: others may wait with the execution id that it will have.
CREATE UNIQUE INDEX countersign_call_execution ON countersign_call (tenant, execution)
  WHERE state NOT IN ('asked', 'failed', 'retryable');
CREATE INDEX countersign_call_released ON countersign_call (tenant, execution)
  WHERE state IN ('failed', 'retryable');
-- Calls that an operator may have to resolve: few, however many calls there are.
CREATE INDEX countersign_call_unresolved ON countersign_call (tenant, execution)
  WHERE state IN ('claimed', 'indeterminate');
CREATE INDEX countersign_call_run ON countersign_call (tenant, run) WHERE run IS NOT NULL;

-- What limits count, without a MAC: the row and the end of its window are written in one statement.
CREATE TABLE countersign_meter (
  tenant TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  "limit" TEXT COLLATE "C" NOT NULL,
  "from" BIGINT NOT NULL,
  until BIGINT,
  units BIGINT NOT NULL,
  entries TEXT COLLATE "C",
  PRIMARY KEY (tenant, key)
);
-- Pruning holds locks for what it deletes, however many meters are kept.
CREATE INDEX countersign_meter_until ON countersign_meter (tenant, until) WHERE until IS NOT NULL;

-- What people are asked and answered. "record": the MAC of the record of how it came to stand as it does. "entries":
-- what had entered the conversation when people were asked, so that what entered since can be told.
CREATE TABLE countersign_approval (
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  execution TEXT COLLATE "C" NOT NULL,
  capability TEXT COLLATE "C" NOT NULL,
  catalogue TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  quorum BIGINT NOT NULL,
  owner TEXT COLLATE "C" NOT NULL,
  conversation TEXT COLLATE "C" NOT NULL,
  person TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  target TEXT COLLATE "C" NOT NULL,
  alike TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  asked BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  decided BIGINT,
  refused_until BIGINT,
  token TEXT COLLATE "C",
  record TEXT COLLATE "C",
  entries BIGINT,
  step TEXT COLLATE "C",
  revision BIGINT NOT NULL,
  mac TEXT COLLATE "C" NOT NULL,
  votes TEXT COLLATE "C",
  sealed TEXT COLLATE "C",
  PRIMARY KEY (tenant, id)
);
-- At most one answer at a time is waited for, or may be used, for one action.
CREATE UNIQUE INDEX countersign_approval_action ON countersign_approval (tenant, action)
  WHERE status IN ('pending', 'approved');
CREATE INDEX countersign_approval_ended ON countersign_approval (tenant, action, decided, id)
  WHERE status NOT IN ('pending', 'approved');
CREATE INDEX countersign_approval_rejected ON countersign_approval (tenant, alike, refused_until)
  WHERE status = 'rejected';
CREATE INDEX countersign_approval_pending ON countersign_approval (tenant, owner, conversation, expires)
  WHERE status = 'pending';
-- What people have before them: few, however many have ended.
CREATE INDEX countersign_approval_live ON countersign_approval (tenant, id)
  WHERE status IN ('pending', 'approved');
CREATE INDEX countersign_approval_person ON countersign_approval (tenant, person, id)
  WHERE status IN ('pending', 'approved') AND kind = 'confirm';
-- What nobody answered in time: whoever asks next ends it.
CREATE INDEX countersign_approval_overdue ON countersign_approval (tenant, expires)
  WHERE status IN ('pending', 'approved');
CREATE UNIQUE INDEX countersign_approval_token ON countersign_approval (token) WHERE token IS NOT NULL;

CREATE TABLE countersign_evidence (
  "order" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  previous TEXT COLLATE "C",
  mac TEXT COLLATE "C" NOT NULL
);
CREATE INDEX countersign_evidence_tenant ON countersign_evidence (tenant, "order");
`,
  },
];

/** The whole schema as a SQL script, for review. */
export function printMigrations(): string {
  return printSteps(migrations);
}

import { type Migration, printSteps } from '../migration.ts';

/**
 * The schema, step by step. Text compares by bytes (SQLite's BINARY), times are whole milliseconds, STRICT refuses
 * values of another kind. Names carry a prefix, since the tables may share a file with the application's own.
 */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    name: 'calls, conversations, catalogue, keys, evidence',
    sql: `
-- Which master secret the database belongs to.
CREATE TABLE countersign_key (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  "check" TEXT NOT NULL
) STRICT;

CREATE TABLE countersign_wrapped_key (
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  id TEXT NOT NULL,
  blob TEXT NOT NULL,
  PRIMARY KEY (tenant, subject)
) STRICT, WITHOUT ROWID;

-- The highest time seen, without a MAC. Lowered, nothing but the clock speaks against a clock that was set back.
-- Raised, time stands still there until the clock has caught up: what had a deadline is past it at once, and the
-- deadlines and times of evidence that are made meanwhile lie as far ahead.
CREATE TABLE countersign_clock (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seen INTEGER NOT NULL
) STRICT;
INSERT INTO countersign_clock (one, seen) VALUES (1, 0);

CREATE TABLE countersign_catalogue (
  version TEXT NOT NULL PRIMARY KEY,
  state TEXT NOT NULL,
  since INTEGER NOT NULL,
  mac TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE countersign_conversation (
  tenant TEXT NOT NULL,
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  steps INTEGER NOT NULL,
  sources INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  head TEXT NOT NULL,
  PRIMARY KEY (tenant, owner, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE countersign_call (
  tenant TEXT NOT NULL,
  owner TEXT NOT NULL,
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  capability TEXT NOT NULL,
  arguments TEXT NOT NULL,
  state TEXT NOT NULL,
  execution TEXT NOT NULL,
  action TEXT NOT NULL,
  holds TEXT,
  deadline INTEGER NOT NULL,
  at INTEGER NOT NULL,
  settled INTEGER,
  sealed TEXT,
  sealed_until INTEGER,
  revision INTEGER NOT NULL,
  mac TEXT NOT NULL,
  PRIMARY KEY (tenant, owner, conversation, id)
) STRICT;
-- At most one call holds a logical operation.
CREATE UNIQUE INDEX countersign_call_holds ON countersign_call (tenant, holds) WHERE holds IS NOT NULL;
-- An execution id belongs to one call, until that call is known to have had no effect.
CREATE UNIQUE INDEX countersign_call_execution ON countersign_call (tenant, execution)
  WHERE state NOT IN ('failed', 'retryable');

CREATE TABLE countersign_evidence (
  "order" INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  previous TEXT,
  mac TEXT NOT NULL
) STRICT;
CREATE INDEX countersign_evidence_tenant ON countersign_evidence (tenant, "order");
`,
  },
  {
    id: 2,
    name: 'limits',
    sql: `
-- What admission took from which meters, so that they can be summed again.
ALTER TABLE countersign_call ADD COLUMN taken TEXT;

-- Calls that an operator may have to resolve: few, however many calls there are.
CREATE INDEX countersign_call_unresolved ON countersign_call (tenant, execution)
  WHERE state IN ('claimed', 'indeterminate');

-- What limits count, without a MAC: the row and the end of its window are written in one statement.
CREATE TABLE countersign_meter (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  "limit" TEXT NOT NULL,
  "from" INTEGER NOT NULL,
  until INTEGER,
  units INTEGER NOT NULL,
  entries TEXT,
  PRIMARY KEY (tenant, key)
) STRICT, WITHOUT ROWID;
-- Pruning holds the lock for what it deletes, however many meters are kept.
CREATE INDEX countersign_meter_until ON countersign_meter (tenant, until) WHERE until IS NOT NULL;
`,
  },
  {
    id: 3,
    name: 'approvals',
    sql: `
-- What people are asked and answered. What may be large stands last, so that the rest is read without it.
CREATE TABLE countersign_approval (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  execution TEXT NOT NULL,
  capability TEXT NOT NULL,
  catalogue TEXT NOT NULL,
  kind TEXT NOT NULL,
  quorum INTEGER NOT NULL,
  owner TEXT NOT NULL,
  conversation TEXT NOT NULL,
  person TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  alike TEXT NOT NULL,
  status TEXT NOT NULL,
  asked INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  decided INTEGER,
  refused_until INTEGER,
  token TEXT,
  revision INTEGER NOT NULL,
  mac TEXT NOT NULL,
  votes TEXT,
  sealed TEXT,
  PRIMARY KEY (tenant, id)
) STRICT;
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
CREATE UNIQUE INDEX countersign_approval_token ON countersign_approval (token) WHERE token IS NOT NULL;

-- A call that waits for a person has claimed nothing: others may wait with the execution id that it will have.
DROP INDEX countersign_call_execution;
CREATE UNIQUE INDEX countersign_call_execution ON countersign_call (tenant, execution)
  WHERE state NOT IN ('asked', 'failed', 'retryable');
CREATE INDEX countersign_call_released ON countersign_call (tenant, execution)
  WHERE state IN ('failed', 'retryable');
`,
  },
  {
    id: 4,
    name: 'approvals follow from one another, and end',
    sql: `
-- MAC of the record of how an approval came to stand as it does, which the next record about it follows from.
ALTER TABLE countersign_approval ADD COLUMN record TEXT;
-- What nobody answered in time: whoever asks next ends it.
CREATE INDEX countersign_approval_overdue ON countersign_approval (tenant, expires)
  WHERE status IN ('pending', 'approved');
`,
  },
  {
    id: 5,
    name: 'histories and runs',
    sql: `
-- The MAC of the last entry. A conversation without entries has the anchor that it had before there were any.
ALTER TABLE countersign_conversation ADD COLUMN last TEXT;

CREATE TABLE countersign_entry (
  tenant TEXT NOT NULL,
  owner TEXT NOT NULL,
  conversation TEXT NOT NULL,
  n INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  mac TEXT NOT NULL,
  PRIMARY KEY (tenant, owner, conversation, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE countersign_run (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  owner TEXT NOT NULL,
  conversation TEXT NOT NULL,
  atomic INTEGER NOT NULL,
  state TEXT NOT NULL,
  was TEXT,
  opened INTEGER NOT NULL,
  deadline INTEGER NOT NULL,
  ended INTEGER,
  revision INTEGER NOT NULL,
  mac TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
-- What operators may have to look at: few, however many have ended.
CREATE INDEX countersign_run_open ON countersign_run (tenant, id)
  WHERE state NOT IN ('finished', 'undone');

-- What had entered the conversation when people were asked, so that what entered since can be told.
ALTER TABLE countersign_approval ADD COLUMN entries INTEGER;
ALTER TABLE countersign_approval ADD COLUMN step TEXT;

ALTER TABLE countersign_call ADD COLUMN run TEXT;
ALTER TABLE countersign_call ADD COLUMN chained INTEGER NOT NULL DEFAULT 0;
ALTER TABLE countersign_call ADD COLUMN undoes TEXT;
ALTER TABLE countersign_call ADD COLUMN undo TEXT;
CREATE INDEX countersign_call_run ON countersign_call (tenant, run) WHERE run IS NOT NULL;
`,
  },
];

/** The whole schema as a SQL script, for review. */
export function printMigrations(): string {
  return printSteps(migrations);
}

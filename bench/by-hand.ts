import Database from 'better-sqlite3';

/** What differs between the rows of one call and those of the next. Everything else is constant, MACs included. */
export interface Differs {
  readonly id: string;
  readonly execution: string;
  readonly holds: string;
  readonly evidence: readonly [admitted: string, ended: string];
}

/** The rows of calls written by hand, each admitted and settled: one after another, or together in two commits. */
export interface ByHand {
  serial(calls: readonly Differs[]): void;
  together(calls: readonly Differs[]): void;
  close(): void;
}

type Row = Readonly<Record<string, string | number | null>>;

/**
 * The floor of a governed write: the statements of its two transactions and the read before them, prepared on the
 * same driver, on a database that the boundary made, with nothing verified and nothing computed. The rows repeat the
 * call that the boundary left there; `keepsOperation` as `once` does.
 */
export function byHand(file: string, keepsOperation: boolean): ByHand {
  const db = new Database(file, { timeout: 0 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('wal_autocheckpoint = 4000');

  const one = (sql: string): Row => {
    const row = db.prepare<[], Row>(sql).get();
    if (row === undefined) throw new Error('the database has no call to repeat');
    return row;
  };
  const call = one('SELECT * FROM countersign_call');
  const conversation = one('SELECT * FROM countersign_conversation');
  const catalogue = one('SELECT * FROM countersign_catalogue');
  const admitted = one("SELECT * FROM countersign_evidence WHERE type = 'call.admitted'");
  const executed = one("SELECT * FROM countersign_evidence WHERE type = 'call.executed'");

  const key = [call['tenant'], call['owner'], call['conversation']];
  const tenant = call['tenant'];
  const thisCall = 'tenant = ? AND owner = ? AND conversation = ? AND id = ?';
  const load = db
    .prepare(
      `SELECT clock.seen, catalogue.*, conversation.*, call.* FROM countersign_clock AS clock
       LEFT JOIN countersign_catalogue AS catalogue ON catalogue.version = ?
       LEFT JOIN countersign_conversation AS conversation
         ON conversation.tenant = ? AND conversation.owner = ? AND conversation.id = ?
       LEFT JOIN countersign_call AS call
         ON call.tenant = ? AND call.owner = ? AND call.conversation = ? AND call.id = ?`,
    )
    .raw();
  const findCall = db.prepare(`SELECT * FROM countersign_call WHERE ${thisCall}`).raw();
  const findCatalogue = db.prepare('SELECT * FROM countersign_catalogue WHERE version = ?').raw();
  const findHolder = db.prepare('SELECT * FROM countersign_call WHERE tenant = ? AND holds = ?').raw();
  const converse = db.prepare(
    `INSERT INTO countersign_conversation VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, owner, id) DO NOTHING`,
  );
  const add = db.prepare(
    'INSERT INTO countersign_call VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const replace = db.prepare(
    `UPDATE countersign_call SET capability = ?, arguments = ?, state = ?, execution = ?, action = ?, holds = ?,
       deadline = ?, at = ?, settled = ?, sealed = ?, sealed_until = ?, revision = ?, mac = ?, taken = ?,
       run = ?, chained = ?, undoes = ?, undo = ?
     WHERE ${thisCall} AND revision = ? AND mac = ?`,
  );
  const record = db.prepare(
    'INSERT INTO countersign_evidence (tenant, id, type, at, body, previous, mac) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const raise = db.prepare('UPDATE countersign_clock SET seen = ? WHERE seen <= ? - 1000');
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');

  /** It took nothing from limits, is of no run and no history, and undoes nothing. */
  const alone = [null, null, 0, null, null];
  const evidence = (row: Row, id: string): void => {
    record.run(row['tenant'], id, row['type'], row['at'], row['body'], row['previous'], row['mac']);
  };
  const columns = (differs: Differs, state: string, holds: string | null) => [
    call['capability'],
    call['arguments'],
    state,
    differs.execution,
    call['action'],
    holds,
    call['deadline'],
    call['at'],
  ];
  const decide = ({ id }: Differs): void => {
    load.get(catalogue['version'], ...key, ...key, id);
  };
  const admit = (differs: Differs): void => {
    const { id, holds } = differs;
    findCall.get(...key, id);
    findCatalogue.get(catalogue['version']);
    findHolder.get(tenant, holds);
    converse.run(...Object.values(conversation));
    add.run(...key, id, ...columns(differs, 'claimed', holds), null, null, null, 1, call['mac'], ...alone);
    evidence(admitted, differs.evidence[0]);
  };
  const settle = (differs: Differs): void => {
    const { settled, sealed, sealed_until: until, mac } = call;
    const after = columns(differs, 'completed', keepsOperation ? differs.holds : null);
    replace.run(...after, settled, sealed, until, 2, mac, ...alone, ...key, differs.id, 1, mac);
    evidence(executed, differs.evidence[1]);
  };
  const commits = (work: () => void): void => {
    begin.run();
    work();
    const now = Date.now();
    raise.run(now, now);
    commit.run();
  };

  return {
    serial(calls) {
      for (const one of calls) {
        decide(one);
        commits(() => admit(one));
        commits(() => settle(one));
      }
    },
    together(calls) {
      calls.forEach(decide);
      commits(() => calls.forEach(admit));
      commits(() => calls.forEach(settle));
    },
    close() {
      db.close();
    },
  };
}

import type { CallRow, RunRow } from '../rows.ts';
import type { Relied, RunData, RunPage, Seen } from '../store.ts';
import { callColumns, readCall } from '../table/call-columns.ts';
import { readRun, runColumns, runValues } from '../table/run-columns.ts';
import { unmoved } from '../unmoved.ts';
import type { On, Sql } from './statement.ts';

/** The condition on the calls of a run that have not ended. */
export const isUnsettled = "state IN ('asked', 'claimed', 'indeterminate')";

/** The table of runs. Whoever writes holds the lock of the run; whoever relies on one shares it. */
export interface Runs {
  find(on: On, tenant: string, id: string): Promise<RunRow | null>;
  /** The run and those of its calls that have not ended, or null where there is none. */
  data(on: On, tenant: string, id: string): Promise<RunData | null>;
  page(on: On, page: RunPage): Promise<readonly RunRow[]>;
  /** Every call of a run. */
  calls(on: On, tenant: string, id: string): Promise<readonly CallRow[]>;
  /** Whether a run is as the checks saw it. */
  isAsRelied(on: On, tenant: string, run: Relied['run']): Promise<boolean>;
  /** Writes a run over the row that was seen and is still so; `seen` null: there is none. Answers whether it did. */
  put(on: On, seen: Seen | null, run: RunRow): Promise<boolean>;
}

/** Makes the statements. */
export function runs(sql: Sql): Runs {
  const find = sql(`SELECT ${runColumns} FROM countersign_run WHERE tenant = ? AND id = ?`);
  const page = sql(
    `SELECT ${runColumns} FROM countersign_run
     WHERE tenant = ? AND state NOT IN ('finished', 'undone') AND id > ? ORDER BY id LIMIT ?`,
  );
  const calls = sql(`SELECT ${callColumns} FROM countersign_call WHERE tenant = ? AND run = ?`);
  const unsettled = sql(
    `SELECT ${callColumns} FROM countersign_call WHERE tenant = ? AND run = ? AND ${isUnsettled}`,
  );
  const add = sql(
    `INSERT INTO countersign_run (${runColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, id) DO NOTHING`,
  );
  const replace = sql(
    `UPDATE countersign_run SET state = ?, was = ?, deadline = ?, ended = ?, revision = ?, mac = ?
     WHERE tenant = ? AND id = ? AND revision = ? AND mac = ?`,
  );
  const found = async (on: On, tenant: string, id: string): Promise<RunRow | null> => {
    const [row] = await on.all(find, tenant, id);
    return row === undefined ? null : readRun(row);
  };
  return {
    find: found,
    async data(on, tenant, id) {
      const run = await found(on, tenant, id);
      if (run === null) return null;
      return { run, unsettled: (await on.all(unsettled, tenant, id)).map((values) => readCall(values)) };
    },
    page: async (on, { tenant, after, limit }) =>
      (await on.all(page, tenant, after, Math.max(0, limit))).map((values) => readRun(values)),
    calls: async (on, tenant, id) => (await on.all(calls, tenant, id)).map((values) => readCall(values)),
    async isAsRelied(on, tenant, run) {
      return run === null || unmoved(run.seen, await found(on, tenant, run.id));
    },
    async put(on, seen, run) {
      const { tenant, id, state, was, deadline, ended, revision, mac } = run;
      if (seen === null) return (await on.run(add, ...runValues(run))) === 1;
      const change = [state, was, deadline, ended, revision, mac];
      return (await on.run(replace, ...change, tenant, id, seen.revision, seen.mac)) === 1;
    },
  };
}

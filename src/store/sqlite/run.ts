import type { CallRow, RunRow } from '../rows.ts';
import type { Relied, RunData, RunPage, Seen } from '../store.ts';
import { unmoved } from '../unmoved.ts';
import { callColumns, readCall } from '../table/call-columns.ts';
import { readRun, runColumns, runValues } from '../table/run-columns.ts';
import type { Driver } from './driver.ts';

/** The table of runs inside a transaction that somebody else frames. */
export interface Runs {
  find(tenant: string, id: string): RunRow | null;
  /** The run and those of its calls that have not ended, or null where there is none. */
  data(tenant: string, id: string): RunData | null;
  page(page: RunPage): readonly RunRow[];
  /** Every call of a run. */
  calls(tenant: string, id: string): readonly CallRow[];
  /** Whether a run is as the checks saw it. */
  isAsRelied(tenant: string, run: Relied['run']): boolean;
  /** Writes a run over the row that was seen and is still so; `seen` null: there is none. Answers whether it did. */
  put(seen: Seen | null, run: RunRow): boolean;
}

/** Prepares the statements. */
export function runs(driver: Driver): Runs {
  const find = driver.prepare(`SELECT ${runColumns} FROM countersign_run WHERE tenant = ? AND id = ?`);
  const page = driver.prepare(
    `SELECT ${runColumns} FROM countersign_run INDEXED BY countersign_run_open
     WHERE tenant = ? AND state NOT IN ('finished', 'undone') AND id > ? ORDER BY id LIMIT ?`,
  );
  const calls = driver.prepare(`SELECT ${callColumns} FROM countersign_call WHERE tenant = ? AND run = ?`);
  const unsettled = driver.prepare(
    `SELECT ${callColumns} FROM countersign_call INDEXED BY countersign_call_run
     WHERE tenant = ? AND run = ? AND state IN ('asked', 'claimed', 'indeterminate')`,
  );
  const add = driver.prepare(
    `INSERT INTO countersign_run (${runColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const replace = driver.prepare(
    `UPDATE countersign_run SET state = ?, was = ?, deadline = ?, ended = ?, revision = ?, mac = ?
     WHERE tenant = ? AND id = ? AND revision = ? AND mac = ?`,
  );
  const found = (tenant: string, id: string): RunRow | null => {
    const row = find.get(tenant, id);
    return row === undefined ? null : readRun(row);
  };
  const put = (seen: Seen | null, run: RunRow): boolean => {
    const { tenant, id, state, was, deadline, ended, revision, mac } = run;
    if (seen === null) return add.run(...runValues(run)) === 1;
    return replace.run(state, was, deadline, ended, revision, mac, tenant, id, seen.revision, seen.mac) === 1;
  };
  return {
    find: found,
    data(tenant, id) {
      const run = found(tenant, id);
      if (run === null) return null;
      return { run, unsettled: unsettled.all(tenant, id).map((values) => readCall(values)) };
    },
    page({ tenant, after, limit }) {
      return page.all(tenant, after, Math.max(0, limit)).map((values) => readRun(values));
    },
    calls(tenant, id) {
      return calls.all(tenant, id).map((values) => readCall(values));
    },
    isAsRelied(tenant, run) {
      return run === null || unmoved(run.seen, found(tenant, run.id));
    },
    put,
  };
}

import type { RunReport } from '../run-report.ts';

/** How a run begins. */
export interface RunOptions {
  /** The id of a run of this conversation that goes on; left out, a new one begins. */
  readonly id?: string;
  /** Whether its steps are undone when one of them is denied, rejected, expired or failed. Default false. */
  readonly atomic?: boolean;
  /** Milliseconds from now until nothing more is begun, and what was done is undone. Default 24 hours, at most 30 days. */
  readonly deadline?: number;
}

/** A run of one session: groups steps of one task. It survives the process: go on with `session.run({ id })`. */
export interface Run {
  readonly id: string;
  readonly atomic: boolean;
  /** What has become of it so far. Reads only. */
  report(): Promise<RunReport>;
  /** Ends the run, where every step has ended; otherwise it stays open and the report says what is waited for. */
  finish(): Promise<RunReport>;
  /**
   * Undoes what was done, last step first, and takes back what waits for a person. Where it stops (an undo that failed, a
   * step that is still executing, an end that nobody knows) it goes on when it is called again.
   */
  undo(): Promise<RunReport>;
}

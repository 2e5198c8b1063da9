/** A step of a run, as a report names it. */
export interface ShownStep {
  readonly capability: string;
  readonly executionId: string;
}

/** What has become of a run. */
export interface RunReport {
  readonly runId: string;
  /** `overdue`: its deadline has passed and it has not ended. */
  readonly state: 'open' | 'finished' | 'undoing' | 'undone' | 'held' | 'overdue';
  readonly atomic: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly deadline: number;
  /** Steps that have happened and are not undone, in the order in which they were admitted. */
  readonly done: readonly ShownStep[];
  /** Steps and undo calls that are being executed, and steps that wait for a person who may still agree. */
  readonly waiting: readonly ShownStep[];
  /** Steps and undo calls of which nobody knows whether they happened: an operator has to find out. */
  readonly indeterminate: readonly ShownStep[];
  readonly undone: readonly ShownStep[];
  /** Steps that have happened and changed something, and declare nothing that undoes it, or nothing that could be worked out. */
  readonly notUndoable: readonly ShownStep[];
  /**
   * The step whose undo did not come about in this attempt, and why: a reason code, `failed` or `indeterminate`. Those before
   * it are left for the next attempt. At most one.
   */
  readonly failed: readonly (ShownStep & { readonly reason: string })[];
}

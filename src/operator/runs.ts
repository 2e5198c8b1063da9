import type { RunReport } from '../run-report.ts';

/** One page of runs that have not ended, by their ids; `next` is the `after` of the page that follows, or null. */
export interface RunsListed {
  readonly kind: 'listed';
  readonly runs: readonly RunReport[];
  readonly next: string | null;
}

/** One run with its steps. */
export interface RunShown {
  readonly kind: 'shown';
  readonly run: RunReport;
}

/** What an act left of a run: as far as it could be undone, or let go. */
export interface RunActed {
  readonly kind: 'acted';
  readonly run: RunReport;
}
